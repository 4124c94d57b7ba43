// Reads the podcast namespace (Podcasting 2.0) and Podlove Simple Chapters of one item.
import type { ChapterFacts, PodcastFacts } from '../feed-document.ts';
import { mediaType } from './values.ts';
import { elementAddress, readAttribute, findChild, findChildren, findChildText, elementText } from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readPodcast(item: XmlElement): PodcastFacts {
  const numbers = {
    season: findChildText(item, 'podcast', 'season'),
    episode: findChildText(item, 'podcast', 'episode'),
  };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value)),
    chaptersUrl: elementAddress(findChild(item, 'podcast', 'chapters'), 'url'),
    chapters: readSimpleChapters(item),
    transcripts: findChildren(item, 'podcast', 'transcript').flatMap((element) => {
      const url = elementAddress(element, 'url');
      return url
        ? [{ url, type: mediaType(readAttribute(element, 'type')), language: readAttribute(element, 'language') }]
        : [];
    }),
    persons: readPersons(item),
  };
}

/** Reads the people of an item or channel. */
export const readPersons = (parent: XmlElement): PodcastFacts['persons'] =>
  findChildren(parent, 'podcast', 'person').flatMap((element) => {
    const name = elementText(element);
    return name ? [{ name, role: readAttribute(element, 'role'), href: elementAddress(element, 'href') }] : [];
  });

/** Returns undefined if there are no chapters, so that the hashes of such episodes stay the same. */
function readSimpleChapters(item: XmlElement): ChapterFacts[] | undefined {
  const list = findChild(item, 'psc', 'chapters');
  if (!list) return undefined;
  return findChildren(list, 'psc', 'chapter').map((element) => ({
    start: readAttribute(element, 'start'),
    title: readAttribute(element, 'title'),
    url: elementAddress(element, 'href'),
  }));
}
