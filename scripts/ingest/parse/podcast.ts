// The podcast namespace (Podcasting 2.0) and Podlove Simple Chapters of one item.
import type { ChapterFacts, PodcastFacts } from '../feed-document.ts';
import { mediaType } from './media-type.ts';
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

/** The people of an item or of the channel. */
export const readPersons = (parent: XmlElement): PodcastFacts['persons'] =>
  findChildren(parent, 'podcast', 'person').flatMap((element) => {
    const name = elementText(element);
    return name ? [{ name, role: readAttribute(element, 'role'), href: elementAddress(element, 'href') }] : [];
  });

/** Undefined where there are none, so that the fingerprint of an episode without stays what it was. */
function readSimpleChapters(item: XmlElement): ChapterFacts[] | undefined {
  const list = findChild(item, 'psc', 'chapters');
  if (!list) return undefined;
  return findChildren(list, 'psc', 'chapter').map((element) => ({
    start: readAttribute(element, 'start'),
    title: readAttribute(element, 'title'),
    url: elementAddress(element, 'href'),
  }));
}
