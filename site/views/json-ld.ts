// Renders the creator as schema.org data, and formats data for a page.
import { isLicensed } from '../release/documents/policy.ts';
import { isCreatorName, splitPersons } from '#domain/names.ts';
import type { Room } from '#domain/room.ts';
import { ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';

export type JsonLd = Record<string, unknown>;

/** Returns the content of a data block. A `<` is escaped, because it could end the block. */
export const jsonLdScript = (data: JsonLd): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

export const personId = ({ baseUrl }: Room): string => `${baseUrl}/#person`;

/** Returns the absolute address of a picture. */
export const absoluteUrl = ({ baseUrl }: Room, src: string | undefined): string | undefined =>
  src && new URL(src, baseUrl).href;

/** Renders the authors: the creator, or each of several names as a person. */
export function authorLd(room: Room, name = room.creator.name): JsonLd | JsonLd[] {
  const { creator, baseUrl } = room;
  const person = (one: string): JsonLd =>
    isCreatorName(creator, one)
      ? { '@type': 'Person', '@id': personId(room), name: creator.name, url: `${baseUrl}/` }
      : { '@type': 'Person', name: one };
  const names = isCreatorName(creator, name) ? [name] : splitPersons(name);
  return names.length === 1 ? person(names[0]!) : names.map(person);
}

export const licenseUrl = (room: Room): string | undefined =>
  isLicensed(room) ? `${room.baseUrl}/#reprinting` : undefined;

/** Returns a duration in ISO 8601. */
export function isoDuration(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const whole = Math.round(seconds);
  return `PT${Math.floor(whole / 3600)}H${Math.floor((whole % 3600) / 60)}M${whole % 60}S`;
}

/** Renders the creator. JSON omits undefined values. */
export function personLd(room: Room): JsonLd {
  const { creator, baseUrl } = room;
  return {
    '@type': 'Person',
    '@id': personId(room),
    name: creator.name,
    url: `${baseUrl}/`,
    jobTitle: creator.jobTitle,
    description: creator.bios?.short ?? (creator.oneLiner || undefined),
    image: absoluteUrl(room, creator.portrait && ownPicture(room, creator.portrait.file, '')?.src),
    knowsAbout: creator.topics,
    sameAs: (creator.links ?? []).flatMap(({ url }) => webLink(url) ?? []),
  };
}

export const homeLd = (room: Room): JsonLd => ({
  '@graph': [
    personLd(room),
    {
      '@type': 'WebSite',
      '@id': `${room.baseUrl}/#website`,
      name: room.creator.publication,
      url: `${room.baseUrl}/`,
      description: room.creator.oneLiner,
      inLanguage: room.creator.language,
      author: { '@id': personId(room) },
      license: licenseUrl(room),
    },
  ],
});
