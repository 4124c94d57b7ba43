// Reads the files of an item: RSS enclosures, RDF enclosures, and audio and video of Media RSS.
import type { ItemEnclosure } from '../feed-document.ts';
import { mediaType } from './values.ts';
import { elementAddress, readAttribute, findChildren, findChildText } from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readEnclosures(item: XmlElement, media: XmlElement[]): ItemEnclosure[] {
  const all = [
    ...findChildren(item, 'rss', 'enclosure').map((element) => readEnclosure(element, 'url', 'length')),
    ...findChildren(item, 'enc', 'enclosure').map((element) => readEnclosure(element, 'resource', 'length')),
    ...media.filter(({ name }) => name === 'content').map((element) => readEnclosure(element, 'url', 'filesize')),
  ].filter((enclosure) => enclosure !== undefined);
  return all.length > 0 ? all : readAlternates(item);
}

function readEnclosure(element: XmlElement, address: string, size: string): ItemEnclosure | undefined {
  const url = elementAddress(element, address);
  const type =
    mediaType(readAttribute(element, 'type')) ?? (readAttribute(element, 'medium') === 'image' ? 'image/*' : undefined);
  const duration = parseInteger(readAttribute(element, 'duration'));
  const alt = findChildText(element, 'media', 'description');
  const bytes = parseInteger(readAttribute(element, size));
  return url ? { url, type, bytes, durationSeconds: duration, ...(alt && { alt }), ...readSize(element) } : undefined;
}

const readSize = (element: XmlElement): Pick<ItemEnclosure, 'width' | 'height'> => ({
  width: parseInteger(readAttribute(element, 'width')),
  height: parseInteger(readAttribute(element, 'height')),
});

/** Reads alternative files of the same programme (Podcasting 2.0). */
export function readAlternates(item: XmlElement): ItemEnclosure[] {
  return findChildren(item, 'podcast', 'alternateenclosure').flatMap((element) => {
    const sources = findChildren(element, 'podcast', 'source').map((source) => elementAddress(source, 'uri'));
    const url = sources.find((address) => /^https?:/.test(address ?? ''));
    const bytes = parseInteger(readAttribute(element, 'length'));
    return url ? [{ url, type: mediaType(readAttribute(element, 'type')), bytes, ...readSize(element) }] : [];
  });
}

const parseInteger = (text: string | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
