// Parses index and profile of a room: limits lengths, reduces texts to plain lines, and accepts only addresses of its
// origin.
import { type Static, type TSchema, Type } from 'typebox';
import { checker } from '#contract/validation.ts';
import { sha256, slugify } from '#domain/ids.ts';
import { plainLine } from '#domain/text/plain-line.ts';

const optional = Type.Optional;
const text = Type.String();

/** Fields of index and profile that are used. Other implementations may send more. */
const Index = Type.Object({
  name: text,
  version: text,
  endpoints: Type.Object({ profile: text, changes: optional(text), bookingRequest: optional(text) }),
});
const Profile = Type.Object({
  name: Type.String({ minLength: 1 }),
  oneLiner: optional(text),
  topics: optional(Type.Array(text)),
  indexUpdatedAt: optional(text),
  links: optional(Type.Object({ mediaRoom: optional(text) })),
  nexus: optional(Type.Object({ listed: Type.Boolean() })),
});
type ReceivedIndex = Static<typeof Index>;
type ReceivedProfile = Static<typeof Profile>;

export interface RoomIndex {
  profileUrl: string;
  changesUrl: string | null;
  bookingRequestUrl: string | null;
}

export interface RoomProfile {
  name: string;
  oneLiner: string;
  topics: string[];
  mediaRoomUrl: string;
  /** Milliseconds since the epoch, or undefined if the room does not give a valid time. */
  contentChangedAt: number | undefined;
  listed: boolean;
}

const maxName = 120;
const maxLine = 300;
const maxTopics = 24;
const maxTopic = 60;
/** Number of received topics that are read. */
const maxTopicsRead = 200;

/**
 * Returns the origin as the URL class writes it, or undefined if the address is no http(s) origin without path and
 * user.
 */
export function parseOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, href } = new URL(address);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

/** Returns the id of a room. It depends only on the origin, so no other room can have it and it never changes. */
export const tenantIdOf = (origin: string): string => `${slugify(new URL(origin).host)}-${sha256(origin).slice(0, 16)}`;

/** Returns the address if it belongs to the origin. */
export function ownAddress(origin: string, address: string | undefined): string | null {
  if (!address || address.length > 2048 || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && !url.username && !url.password ? url.href : null;
}

function parseWith<S extends TSchema>(check: ReturnType<typeof checker<S>>, value: unknown): Static<S> | string {
  const result = check(value);
  if (result.ok) return result.value;
  const [{ field, message }] = result.problems as [{ field: string; message: string }];
  return `${field || 'the whole'} ${message}`;
}
const checkIndex = checker(Index);
const checkProfile = checker(Profile);

/** Returns a text if the index does not conform. */
export function parseIndex(origin: string, received: unknown): RoomIndex | string {
  const index = parseWith(checkIndex, received) as ReceivedIndex | string;
  if (typeof index === 'string') return index;
  const { profile, changes, bookingRequest } = index.endpoints;
  const profileUrl = ownAddress(origin, profile);
  if (!profileUrl) return 'endpoints.profile is not an address of this origin';
  return {
    profileUrl,
    changesUrl: ownAddress(origin, changes),
    bookingRequestUrl: ownAddress(origin, bookingRequest),
  };
}

function parseInstant(received: string | undefined): number | undefined {
  const at = received === undefined ? Number.NaN : Date.parse(received);
  return Number.isNaN(at) || at < 0 ? undefined : at;
}

/** Returns a text if the profile does not conform. */
export function parseProfile(origin: string, received: unknown): RoomProfile | string {
  const profile = parseWith(checkProfile, received) as ReceivedProfile | string;
  if (typeof profile === 'string') return profile;
  const name = plainLine(profile.name, maxName);
  if (!name) return 'name has no letters';
  const topics = (profile.topics ?? [])
    .slice(0, maxTopicsRead)
    .map((topic) => plainLine(topic, maxTopic))
    .filter(Boolean);
  return {
    name,
    oneLiner: plainLine(profile.oneLiner ?? '', maxLine),
    topics: [...new Set(topics)].slice(0, maxTopics),
    mediaRoomUrl: ownAddress(origin, profile.links?.mediaRoom) ?? `${origin}/`,
    contentChangedAt: parseInstant(profile.indexUpdatedAt),
    listed: profile.nexus?.listed ?? true,
  };
}
