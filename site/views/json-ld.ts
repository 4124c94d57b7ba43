// Renders the creator as schema.org data, and formats data for a page.
import { contentTypes } from '#contract/content-types.ts';
import { isLicensed } from '../release/documents/policy.ts';
import { findCreatorPerson, hasSeveralCreators, isNamed, splitPersons } from '#domain/names.ts';
import { findPersonPath, newestItems, type Person } from '#domain/people.ts';
import { itemUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';

export type JsonLd = Record<string, unknown>;

/** Returns the content of a data block. A `<` is escaped, because it could end the block. */
export const jsonLdScript = (data: JsonLd): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** Returns the identifier of the creator, who may be a group. */
export const creatorId = ({ baseUrl }: Room): string => `${baseUrl}/#person`;

/** Returns the absolute address of a picture. */
export const absoluteUrl = ({ baseUrl }: Room, src: string | undefined): string | undefined =>
  src && new URL(src, baseUrl).href;

/** Renders the authors: the creator, or each of several names as a person. */
export function authorLd(room: Room, name = room.creator.name): JsonLd | JsonLd[] {
  const { creator } = room;
  const authors = isNamed(creator, name)
    ? [creatorReference(room)]
    : splitPersons(name).map((one) => personReference(room, one));
  return authors.length === 1 ? authors[0]! : authors;
}

const creatorReference = (room: Room): JsonLd => ({
  '@type': hasSeveralCreators(room.creator) ? 'Organization' : 'Person',
  '@id': creatorId(room),
  name: room.creator.name,
  url: `${room.baseUrl}/`,
});

/** Renders a mention of a person, with the address of their page. */
export function personReference(room: Room, stated: string): JsonLd {
  const own = findCreatorPerson(room.creator, stated);
  if (own !== undefined && !hasSeveralCreators(room.creator)) return creatorReference(room);
  const name = own ?? stated;
  const path = findPersonPath(name);
  const url = path && room.baseUrl + path;
  return { '@type': 'Person', ...(url && { '@id': url }), name, ...(url && { url }) };
}

export const licenseUrl = (room: Room): string | undefined =>
  isLicensed(room) ? `${room.baseUrl}/#reprinting` : undefined;

export function isoDuration(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const whole = Math.round(seconds);
  return `PT${Math.floor(whole / 3600)}H${Math.floor((whole % 3600) / 60)}M${whole % 60}S`;
}

/** Renders a member of a group. JSON omits undefined values. */
const memberLd = (
  room: Room,
  { name, role, bio, url, portrait }: NonNullable<Room['creator']['members']>[0],
): JsonLd => ({
  ...personReference(room, name),
  jobTitle: role,
  description: bio,
  image: absoluteUrl(room, portrait && ownPicture(room, portrait.file, '')?.src),
  sameAs: webLink(url),
});

/** Renders a person with the items in which they appear. */
export function appearancesLd(room: Room, person: Person): JsonLd {
  const { name, isCreator, href } = person;
  const member = room.creator.members?.find((one) => one.name === name);
  return {
    ...(member ? memberLd(room, member) : personReference(room, name)),
    ...(isCreator || !href ? {} : { sameAs: webLink(href) }),
    subjectOf: newestItems(person).map((item) => ({
      '@type': contentTypes[item.type].schemaType,
      name: item.title,
      url: itemUrl(room.baseUrl, item),
      datePublished: item.date,
    })),
  };
}

/** Renders the creator: a person, or a group with its members. */
export function personLd(room: Room): JsonLd {
  const { creator } = room;
  return {
    ...creatorReference(room),
    member: creator.members?.map((one) => memberLd(room, one)),
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
      author: { '@id': creatorId(room) },
      license: licenseUrl(room),
    },
  ],
});
