// Finds the published episode of an address, which may be its enclosure or its guid.
import type { Episode } from '#contract/schemas/content.ts';
import { sha256 } from '#domain/ids.ts';
import type { Release } from '../../release/release.ts';

interface Episodes {
  byAudio: Map<string, Episode>;
  /** Episodes by the last eight digits of their id, which begin the SHA-256 of the guid. */
  byKey: Map<string, Episode>;
}

const episodesByRelease = new WeakMap<Release, Episodes>();

function indexEpisodes(release: Release): Episodes {
  const cached = episodesByRelease.get(release);
  if (cached) return cached;
  const entries = release.lists.episodes.slice(0).map((json) => JSON.parse(json) as Episode);
  const episodes: Episodes = {
    byAudio: new Map(entries.flatMap((entry) => (entry.audioUrl ? [[entry.audioUrl, entry]] : []))),
    byKey: new Map(entries.map((entry) => [entry.id.slice(-8), entry])),
  };
  episodesByRelease.set(release, episodes);
  return episodes;
}

/** Returns the language of an episode, else of the room; undefined for recordings of others. */
export const episodeLanguage = ({ facts }: Release, episode: Episode | undefined): string | undefined =>
  episode && (episode.language ?? facts.creator.language);

export function findEpisode(release: Release, address: string): Episode | undefined {
  const { byAudio, byKey } = indexEpisodes(release);
  return byAudio.get(address) ?? byKey.get(sha256(address).slice(0, 8));
}
