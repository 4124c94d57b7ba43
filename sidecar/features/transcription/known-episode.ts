// Whether an address is a published episode of this room: by its enclosure, or by its guid.
import type { Episode } from '#contract/schemas/content.ts';
import { sha256 } from '#domain/ids.ts';
import type { Release } from '../../release/release.ts';

interface Episodes {
  byAudio: Map<string, Episode>;
  /** The last eight digits of an id are the beginning of the SHA-256 of the guid, where that is an address. */
  byKey: Map<string, Episode>;
}

const known = new WeakMap<Release, Episodes>();

function episodesOf(release: Release): Episodes {
  const found = known.get(release);
  if (found) return found;
  const entries = release.lists.episodes.slice(0).map((json) => JSON.parse(json) as Episode);
  const made: Episodes = {
    byAudio: new Map(entries.flatMap((entry) => (entry.audioUrl ? [[entry.audioUrl, entry]] : []))),
    byKey: new Map(entries.map((entry) => [entry.id.slice(-8), entry])),
  };
  known.set(release, made);
  return made;
}

/** The room's, where the episode states none; of somebody else's recording nothing is known. */
export const languageIn = ({ facts }: Release, episode: Episode | undefined): string | undefined =>
  episode && (episode.language ?? facts.creator.language);

export function knownEpisode(release: Release, address: string): Episode | undefined {
  const { byAudio, byKey } = episodesOf(release);
  return byAudio.get(address) ?? byKey.get(sha256(address).slice(0, 8));
}
