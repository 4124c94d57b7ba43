// The podcast namespace (Podcasting 2.0) of one item.
import type { PodcastFacts } from '../feed-document.ts';
import { addressIn, attribute, childOf, childrenOf, childText, textOf } from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readPodcast(item: XmlElement): PodcastFacts {
  const numbers = { season: childText(item, 'podcast', 'season'), episode: childText(item, 'podcast', 'episode') };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value)),
    chaptersUrl: addressIn(childOf(item, 'podcast', 'chapters'), 'url'),
    transcripts: childrenOf(item, 'podcast', 'transcript').flatMap((element) => {
      const url = addressIn(element, 'url');
      return url ? [{ url, type: attribute(element, 'type'), language: attribute(element, 'language') }] : [];
    }),
    persons: childrenOf(item, 'podcast', 'person').flatMap((element) => {
      const name = textOf(element);
      return name ? [{ name, role: attribute(element, 'role'), href: addressIn(element, 'href') }] : [];
    }),
  };
}
