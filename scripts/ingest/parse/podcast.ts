// The podcast namespace (Podcasting 2.0) and Podlove Simple Chapters of one item.
import type { ChapterFacts, PodcastFacts } from '../feed-document.ts';
import { mediaType } from './media-type.ts';
import { addressIn, attribute, childOf, childrenOf, childText, textOf } from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readPodcast(item: XmlElement): PodcastFacts {
  const numbers = { season: childText(item, 'podcast', 'season'), episode: childText(item, 'podcast', 'episode') };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value)),
    chaptersUrl: addressIn(childOf(item, 'podcast', 'chapters'), 'url'),
    chapters: readChapters(item),
    transcripts: childrenOf(item, 'podcast', 'transcript').flatMap((element) => {
      const url = addressIn(element, 'url');
      return url
        ? [{ url, type: mediaType(attribute(element, 'type')), language: attribute(element, 'language') }]
        : [];
    }),
    persons: readPersons(item),
  };
}

/** The people of an item or of the channel. */
export const readPersons = (parent: XmlElement): PodcastFacts['persons'] =>
  childrenOf(parent, 'podcast', 'person').flatMap((element) => {
    const name = textOf(element);
    return name ? [{ name, role: attribute(element, 'role'), href: addressIn(element, 'href') }] : [];
  });

/** Undefined where there are none, so that the fingerprint of an episode without stays what it was. */
function readChapters(item: XmlElement): ChapterFacts[] | undefined {
  const list = childOf(item, 'psc', 'chapters');
  if (!list) return undefined;
  return childrenOf(list, 'psc', 'chapter').map((element) => ({
    start: attribute(element, 'start'),
    title: attribute(element, 'title'),
    url: addressIn(element, 'href'),
  }));
}
