// Normalises the facts of a feed about its show, which the room's own podcast feed repeats.
import type { Channel } from '#contract/schemas/content-files.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { FeedDocument } from '../feed-document.ts';
import { type PrivateKeys, removeKeys } from '../without-keys.ts';
import { parseExplicit } from './fields.ts';
import { webAddress } from './links.ts';
import { plainText } from './plain-text.ts';

const maxEntries = 10;

/** Returns what the feed states; facts that are missing or unusable are left out. */
export function normaliseChannel(document: FeedDocument, privateKeys: PrivateKeys): Channel {
  const { channel = {} } = document;
  const { categories = [], funding = [] } = channel;
  const owner = withoutEmpty({ name: plainText(document.owner), email: parseEmail(channel.ownerEmail) });
  const facts: Channel = withoutEmpty({
    title: plainText(document.title),
    description: plainText(channel.description),
    language: languageTag(document.language),
    copyright: plainText(channel.copyright),
    categories: categories.slice(0, maxEntries).flatMap(({ name, subcategory }) => {
      const names = withoutEmpty({ name: plainText(name), subcategory: plainText(subcategory) });
      return names.name ? [{ ...names, name: names.name }] : [];
    }),
    explicit: parseExplicit(channel.explicit),
    guid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(channel.guid ?? '')?.[0].toLowerCase(),
    type: parseType(channel.type),
    image: webAddress(document.image),
    owner: Object.keys(owner).length > 0 ? owner : undefined,
    funding: funding.slice(0, maxEntries).flatMap(({ url, label }) => {
      const address = webAddress(url);
      return address ? [withoutEmpty({ url: address, label: plainText(label) }) as { url: string }] : [];
    }),
  });
  return withoutEmpty(removeKeys(facts, privateKeys).values);
}

/** Removes undefined values, empty texts and empty lists. */
function withoutEmpty<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<T>;
}

const parseEmail = (text: string | undefined): string | undefined =>
  /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}\.[^\s@<>".]{2,63}$/.exec(text ?? '')?.[0];

function parseType(text: string | undefined): Channel['type'] {
  const type = text?.toLowerCase();
  return type === 'episodic' || type === 'serial' ? type : undefined;
}
