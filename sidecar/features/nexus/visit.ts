// Visits a room: reads its index, its profile and its feed of changes, as far as they have changed.
import { type RoomIndex, parseIndex, type RoomProfile, parseProfile } from './room-profile.ts';
import { type RoomItemChanges, parseItemChanges } from './item-changes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { GetJson, JsonResponse } from '../../outgoing/get-json.ts';
import type { Member } from './members.ts';

/** Columns of a member that a visit uses. */
export type KnownMember = Pick<Member, 'indexEtag' | 'profileEtag' | 'profileUrl' | 'changesUrl' | 'cursor'>;

export interface RoomAnswer {
  kind: 'seen';
  /** Undefined if it has not changed. */
  index: (RoomIndex & { etag: string | null }) | undefined;
  profile: (RoomProfile & { etag: string | null }) | undefined;
  /** One page of changes. Further pages are read by the next visit, so that no write takes long. */
  changes: RoomItemChanges | undefined;
  /** True if the feed of changes was read from the start, so that items that are not in it no longer exist. */
  isFeedRestarted: boolean;
}

export type VisitOutcome =
  RoomAnswer | { kind: 'unlisted'; reason: string } | { kind: 'failed'; reason: string; status?: number };

export const indexUrlForOrigin = (origin: string): string => origin + endpoints.index.http.path;

/** Time limit for all requests of a visit, so that a slow room does not delay others. */
const visitMs = 20_000;
/** Items on a page of changes. The largest possible page is written in a third of a second. */
const pageSize = 200;

class VisitError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const conditionalHeaders = (etag: string | null | undefined): Record<string, string> =>
  etag ? { 'if-none-match': etag } : {};

/** Returns undefined if the document has not changed. */
async function readRoomDocument<T extends object>(
  get: Promise<JsonResponse>,
  name: string,
  parse: (json: unknown) => T | string,
) {
  const { status, json, etag } = await get;
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) throw new VisitError(`${name} is a redirect, which is not followed.`, status);
  if (status !== 200) throw new VisitError(`${name} has status ${status}.`, status);
  if (json === undefined) throw new VisitError(`${name} is not JSON.`);
  const document = parse(json);
  if (typeof document === 'string') throw new VisitError(`${name} does not conform: ${document}.`);
  return { ...document, etag: etag !== undefined && etag.length <= 200 ? etag : null };
}

const changesPageUrl = (changesUrl: string, cursor: string | null): string => {
  const url = new URL(changesUrl);
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== null) url.searchParams.set('cursor', cursor);
  return url.href;
};

type ChangesFeed = Pick<Member, 'changesUrl' | 'cursor'>;

/** Reads a page of changes. A refused cursor belongs to a deleted store, so reading restarts without it. */
async function readChanges(get: GetJson, origin: string, { changesUrl, cursor }: ChangesFeed, stop?: AbortSignal) {
  if (!changesUrl) return { changes: undefined, isFeedRestarted: true };
  const fetchChanges = (from: string | null) => get(changesPageUrl(changesUrl, from), {}, stop);
  const response = await fetchChanges(cursor);
  const isRefused = response.status === 400 && cursor !== null;
  const page = isRefused ? await fetchChanges(null) : response;
  if (page.status !== 200) return { changes: undefined, isFeedRestarted: false };
  const changes = parseItemChanges(origin, page.json);
  if (typeof changes === 'string') throw new VisitError(`The feed of changes does not conform: ${changes}.`);
  return { changes, isFeedRestarted: isRefused || cursor === null };
}

async function readRoom(
  get: GetJson,
  origin: string,
  known: KnownMember | undefined,
  stop?: AbortSignal,
): Promise<VisitOutcome> {
  const fetchDocument = (url: string, etag: string | null | undefined) => get(url, conditionalHeaders(etag), stop);
  const index = await readRoomDocument(
    fetchDocument(indexUrlForOrigin(origin), known?.indexEtag),
    'The index',
    (json) => parseIndex(origin, json),
  );
  const { profileUrl, changesUrl } = index ?? known!;
  const isMoved = known?.profileUrl !== profileUrl;
  const profileEtag = isMoved ? null : known.profileEtag;
  const profile = await readRoomDocument(fetchDocument(profileUrl, profileEtag), 'The profile', (json) =>
    parseProfile(origin, json),
  );
  if (profile?.listed === false) return { kind: 'unlisted', reason: 'The room’s profile asks not to be listed.' };
  const cursor = known?.cursor ?? null;
  return { kind: 'seen', index, profile, ...(await readChanges(get, origin, { changesUrl, cursor }, stop)) };
}

/** Visits a room and never rejects. Without `known`, everything is read. */
export async function visitRoom(
  get: GetJson,
  origin: string,
  known?: KnownMember,
  stop?: AbortSignal,
): Promise<VisitOutcome> {
  const timeout = AbortSignal.timeout(visitMs);
  try {
    return await readRoom(get, origin, known, stop ? AbortSignal.any([stop, timeout]) : timeout);
  } catch (error) {
    const { message, status } = error as VisitError;
    if (status === 410) return { kind: 'unlisted', reason: 'The room is gone (410).' };
    return { kind: 'failed', reason: message, ...(status !== undefined && { status }) };
  }
}
