// What a room says of itself, as the directory takes it: bounded, plain, and about its own origin alone.
import { type Static, type TSchema, Type } from 'typebox';
import { checker } from '#contract/validation.ts';
import { sha256, slugify } from '#domain/ids.ts';
import { plainLine } from '#domain/text/plain-line.ts';

const optional = Type.Optional;
const text = Type.String();

/** Of index and profile only what is taken; rooms of other make may say more. */
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
  /** Milliseconds, as the room says; undefined where it says nothing of use. */
  contentChangedAt: number | undefined;
  listed: boolean;
}

const [mostName, mostLine, mostTopics, mostTopic] = [120, 300, 24, 60];
/** More topics are not looked at. */
const maxTopicsRead = 200;

/** An http or https origin, as the URL class writes it; undefined where it is none, or has a path or a user. */
export function parseOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, href } = new URL(address);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

/** Belongs to the origin: no other can have it, and it stays whatever the room says. */
export const tenantIdOf = (origin: string): string => `${slugify(new URL(origin).host)}-${sha256(origin).slice(0, 16)}`;

/** The address where it is one of the origin. */
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
const [checkIndex, checkProfile] = [checker(Index), checker(Profile)];

/** A text says what is wrong with it. */
export function parseIndex(origin: string, said: unknown): RoomIndex | string {
  const index = parseWith(checkIndex, said) as ReceivedIndex | string;
  if (typeof index === 'string') return index;
  const { profile, changes, bookingRequest } = index.endpoints;
  const profileUrl = ownAddress(origin, profile);
  if (!profileUrl) return 'endpoints.profile is no address of this origin';
  return {
    profileUrl,
    changesUrl: ownAddress(origin, changes),
    bookingRequestUrl: ownAddress(origin, bookingRequest),
  };
}

function parseInstant(said: string | undefined): number | undefined {
  const at = said === undefined ? Number.NaN : Date.parse(said);
  return Number.isNaN(at) || at < 0 ? undefined : at;
}

export function parseProfile(origin: string, said: unknown): RoomProfile | string {
  const profile = parseWith(checkProfile, said) as ReceivedProfile | string;
  if (typeof profile === 'string') return profile;
  const name = plainLine(profile.name, mostName);
  if (!name) return 'name has no letters';
  const topics = (profile.topics ?? [])
    .slice(0, maxTopicsRead)
    .map((topic) => plainLine(topic, mostTopic))
    .filter(Boolean);
  return {
    name,
    oneLiner: plainLine(profile.oneLiner ?? '', mostLine),
    topics: [...new Set(topics)].slice(0, mostTopics),
    mediaRoomUrl: ownAddress(origin, profile.links?.mediaRoom) ?? `${origin}/`,
    contentChangedAt: parseInstant(profile.indexUpdatedAt),
    listed: profile.nexus?.listed ?? true,
  };
}
