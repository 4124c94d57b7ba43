// Documents about the creator, made of approved texts: profile, booking, media kit, speaking.
import { kitLogos } from '../creator-pictures.ts';
import type { Booking, MediaKit, Profile, Speaking } from '#contract/schemas/press.ts';
import { endpoints } from '#contract/endpoints.ts';
import { sandboxPdfPath } from '../release/headers.ts';
import { endpointUrl, mediaKitZipPath } from '../links.ts';
import { personId, personPath } from '../people.ts';
import { creatorChangedAt, findMediaFile, indexUpdatedAt, type PublicFacts, type Room, sandboxMark } from '../room.ts';

const updatedAt = ({ creator }: PublicFacts) => creatorChangedAt(creator);

export function profile(room: Room): Profile {
  const { creator, calls } = room;
  return {
    name: creator.name,
    publication: creator.publication,
    ...listMembers(room),
    description: creator.description,
    oneLiner: creator.oneLiner,
    topics: creator.topics,
    contentIndexUrl: endpointUrl(room.baseUrl, 'contentIndex'),
    indexUpdatedAt: indexUpdatedAt(room),
    links: { mediaRoom: `${room.baseUrl}/`, agentIndex: endpointUrl(room.baseUrl, 'index') },
    stats: {
      totalApiCalls30d: calls.total,
      agentOriginCalls30d: calls.agent,
      ...(calls.asOf && { asOf: calls.asOf }),
    },
    ...(creator.nexus && { nexus: creator.nexus }),
    ...(creator.nostr?.nip05 && { nostrIdentity: creator.nostr.nip05 }),
    ...(creator.nostr && { nostr: { pubkey: creator.nostr.pubkey, relays: creator.nostr.relays } }),
    ...sandboxMark(room),
  };
}

export const booking = (room: Room): Booking => ({
  sampleQuestions: room.creator.booking?.sampleQuestions ?? [],
  topics: room.creator.booking?.topics ?? room.creator.topics,
  ...(room.creator.booking?.note && { note: room.creator.booking.note }),
  links: {
    bookingRequest: endpointUrl(room.baseUrl, 'bookingRequest'),
    bookingPage: `${room.baseUrl}/booking`,
  },
  ...sandboxMark(room),
});

/** Returns the address of a PDF; the sandbox has a separate one. */
const pdfUrl = (room: PublicFacts, name: 'mediaKit' | 'speaking'): string =>
  room.baseUrl + (room.sandbox ? sandboxPdfPath(endpoints[name].http.path) : endpoints[name].http.pdf);

type Picture = NonNullable<Room['creator']['portrait']>;

/** Resolution that print shops ask for. */
export const printDpi = 300;
const millimetres = (pixels: number): number => Math.floor((pixels * 25.4) / printDpi);
const printSize = (width: number, height: number) => ({
  dpi: printDpi,
  widthMm: millimetres(width),
  heightMm: millimetres(height),
});

type KitImage = MediaKit['headshots'][number];

/** Describes size, credit and licence of a picture, each if known. */
export function pictureFacts({ width, height, printSize: print, credit, license }: KitImage): string[] {
  const size = print && `${print.widthMm} × ${print.heightMm} mm at ${print.dpi} dpi`;
  return [
    `${width} × ${height} pixels`,
    size,
    credit === undefined ? undefined : `Credit: ${credit}`,
    license === undefined ? undefined : `Licence: ${license}`,
  ].filter((fact) => fact !== undefined);
}

/** Returns the pictures whose files exist. Missing ones were reported when the content was read. */
function images(room: PublicFacts, pictures: Picture[] = []): MediaKit['headshots'] {
  return pictures.flatMap(({ file, alt, credit, license }) => {
    const media = findMediaFile(room, file);
    if (!media) return [];
    const { width, height, sha256 } = media;
    const words = { alt, ...(credit !== undefined && { credit }), ...(license !== undefined && { license }) };
    const print = file.endsWith('.svg') ? {} : { printSize: printSize(width, height) };
    return [{ url: `${room.baseUrl}/media/${file}`, width, height, ...words, ...print, sha256 }];
  });
}

function listMembers(room: PublicFacts): Pick<MediaKit, 'members'> {
  const { members = [] } = room.creator;
  if (members.length === 0) return {};
  return {
    members: members.map(({ otherNames: _, portrait, ...member }) => {
      const id = personId(member.name);
      const [picture] = images(room, portrait && [portrait]);
      return { id, pageUrl: room.baseUrl + personPath({ id }), ...member, ...(picture && { picture }) };
    }),
  };
}

/** Returns the texts about the creator that are not required. */
export const bioLengths = ['short', 'medium', 'long'] as const;
export type BioLength = (typeof bioLengths)[number];

/** Returns the bio of medium length, or else another one. */
export const usualBio = ({ medium, long, short }: MediaKit['bios'] = {}): string => medium ?? long ?? short ?? '';

/** Returns the bios without empty ones and without those that repeat a shorter one. */
function distinctBios(bios: MediaKit['bios'] = {}): MediaKit['bios'] {
  const texts = bioLengths.map((length) => bios[length]);
  const lengths = bioLengths.filter((_, at) => texts[at] && texts.indexOf(texts[at]) === at);
  return Object.fromEntries(lengths.map((length) => [length, bios[length]]));
}

const optionalTexts = ({ tagline, jobTitle, boilerplate, pronunciation, pronouns }: Room['creator']) => ({
  ...(tagline && { tagline }),
  ...(jobTitle && { jobTitle }),
  ...(boilerplate && { boilerplate }),
  ...(pronunciation && { pronunciation }),
  ...(pronouns && { pronouns }),
});

export function mediaKit(room: PublicFacts): MediaKit {
  const { creator } = room;
  const { pressContact, contacts = [], blurbs = [], stats = [], links = [] } = creator;
  return {
    name: creator.name,
    publication: creator.publication,
    ...listMembers(room),
    bios: distinctBios(creator.bios),
    blurbs,
    ...optionalTexts(creator),
    stats,
    headshots: images(room, creator.headshots),
    logos: images(room, kitLogos(room)),
    ...(pressContact && { pressContact }),
    ...(contacts.length > 0 && { contacts }),
    topics: creator.topics,
    links,
    pdfUrl: pdfUrl(room, 'mediaKit'),
    ...(!room.sandbox && { zipUrl: room.baseUrl + mediaKitZipPath }),
    updatedAt: updatedAt(room),
    ...(creator.updatedAt && { approvedAt: creator.updatedAt }),
    ...sandboxMark(room),
  };
}

export function speaking(room: PublicFacts): Speaking {
  const { creator } = room;
  const profile = {
    bio: usualBio(creator.bios) || creator.description,
    topics: [],
    pastTalks: [],
    audiences: [],
    languages: [creator.language],
    travelsFrom: undefined,
    requirements: [],
    testimonials: [],
    ...creator.speaking,
  };
  return {
    name: creator.name,
    bio: profile.bio,
    topics: profile.topics,
    pastTalks: [...profile.pastTalks].sort((a, b) => (a.date < b.date ? 1 : -1)),
    audiences: profile.audiences,
    languages: profile.languages,
    ...(profile.travelsFrom && { travelsFrom: profile.travelsFrom }),
    requirements: profile.requirements,
    testimonials: profile.testimonials,
    bookingRequestUrl: endpointUrl(room.baseUrl, 'bookingRequest'),
    pdfUrl: pdfUrl(room, 'speaking'),
    updatedAt: updatedAt(room),
    ...sandboxMark(room),
  };
}
