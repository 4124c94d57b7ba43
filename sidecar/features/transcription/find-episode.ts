// Finds the published episode of an address, which may be its enclosure or its guid.
import type { Episode } from '#contract/schemas/content.ts';
import { sha256 } from '#domain/ids.ts';
import type { Release } from '../../release/release.ts';

interface Episodes {
  byAudio: Map<string, Episode>;
  /** Episodes by the last eight digits of their id, which begin the SHA-256 of the guid. */
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

/** Returns the language of an episode, else of the room; undefined for recordings of others. */
export const episodeLanguage = ({ facts }: Release, episode: Episode | undefined): string | undefined =>
  episode && (episode.language ?? facts.creator.language);

export function findEpisode(release: Release, address: string): Episode | undefined {
  const { byAudio, byKey } = episodesOf(release);
  return byAudio.get(address) ?? byKey.get(sha256(address).slice(0, 8));
}
