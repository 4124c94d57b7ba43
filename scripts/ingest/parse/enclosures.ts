// The files that belong to an item: RSS enclosures, RDF enclosures, and the audio and video of Media RSS.
import type { Enclosure } from '../feed-document.ts';
import { mediaType } from './media-type.ts';
import { addressIn, attribute, childOf, childrenOf } from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readEnclosures(item: XmlElement, media: XmlElement[]): Enclosure[] {
  const all = [
    ...childrenOf(item, 'rss', 'enclosure').map((element) => enclosure(element, 'url', 'length')),
    ...childrenOf(item, 'enc', 'enclosure').map((element) => enclosure(element, 'resource', 'length')),
    ...media.filter(({ name }) => name === 'content').map((element) => enclosure(element, 'url', 'filesize')),
  ].filter((found) => found !== undefined);
  return all.length > 0 ? all : readAlternates(item);
}

function enclosure(element: XmlElement, address: string, size: string): Enclosure | undefined {
  const url = addressIn(element, address);
  const type =
    mediaType(attribute(element, 'type')) ?? (attribute(element, 'medium') === 'image' ? 'image/*' : undefined);
  const duration = number(attribute(element, 'duration'));
  return url
    ? { url, type, bytes: number(attribute(element, size)), durationSeconds: duration, ...sizes(element) }
    : undefined;
}

const sizes = (element: XmlElement): Pick<Enclosure, 'width' | 'height'> => ({
  width: number(attribute(element, 'width')),
  height: number(attribute(element, 'height')),
});

/** Podcasting 2.0: the same programme as other files. */
export function readAlternates(item: XmlElement): Enclosure[] {
  return childrenOf(item, 'podcast', 'alternateenclosure').flatMap((element) => {
    const url = addressIn(childOf(element, 'podcast', 'source'), 'uri');
    const bytes = number(attribute(element, 'length'));
    return url ? [{ url, type: mediaType(attribute(element, 'type')), bytes, ...sizes(element) }] : [];
  });
}

const number = (text: string | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
