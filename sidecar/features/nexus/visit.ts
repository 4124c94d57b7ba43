// Visits a room: asks its index, its profile and its feed of changes, each only for what is new.
import { type RoomIndex, parseIndex, type RoomProfile, parseProfile } from './room-profile.ts';
import { type ItemChanges, parseItemChanges } from './item-changes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { GetJson, JsonResponse } from '../../outgoing/get-json.ts';
import type { Member } from './members.ts';

/** What of a member a visit goes by. */
export type KnownMember = Pick<Member, 'indexEtag' | 'profileEtag' | 'profileUrl' | 'changesUrl' | 'cursor'>;

export interface RoomAnswer {
  kind: 'seen';
  /** Undefined where it is as it was. */
  index: (RoomIndex & { etag: string | null }) | undefined;
  profile: (RoomProfile & { etag: string | null }) | undefined;
  /** One page; what is more waits for the next visit, so that no write takes long. */
  changes: ItemChanges | undefined;
  /** The feed of changes began isFeedRestarted: what is not in it is no more. */
  isFeedRestarted: boolean;
}

export type VisitOutcome =
  RoomAnswer | { kind: 'unlisted'; reason: string } | { kind: 'failed'; reason: string; status?: number };

export const indexUrlForOrigin = (origin: string): string => origin + endpoints.index.http.path;

/** For all answers of one visit together: a room that is slow at each would block a place for others. */
const visitMs = 20_000;
/** A page of the worst that a room may say is written in a third of a second. */
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

/** Undefined where nothing changed. */
async function readRoomDocument<T extends object>(
  get: Promise<JsonResponse>,
  what: string,
  parse: (json: unknown) => T | string,
) {
  const { status, json, etag } = await get;
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) throw new VisitError(`${what} redirects, which is not followed.`, status);
  if (status !== 200) throw new VisitError(`${what} answers with status ${status}.`, status);
  if (json === undefined) throw new VisitError(`${what} is no JSON.`);
  const facts = parse(json);
  if (typeof facts === 'string') throw new VisitError(`${what} does not conform: ${facts}.`);
  return { ...facts, etag: etag !== undefined && etag.length <= 200 ? etag : null };
}

const changesPageUrl = (changesUrl: string, cursor: string | null): string => {
  const url = new URL(changesUrl);
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== null) url.searchParams.set('cursor', cursor);
  return url.href;
};

type ChangesFeed = Pick<Member, 'changesUrl' | 'cursor'>;

/** A cursor that is refused is one of a store that is no more: begin again without it. Not every room has this feed. */
async function readChanges(get: GetJson, origin: string, { changesUrl, cursor }: ChangesFeed, stop?: AbortSignal) {
  if (!changesUrl) return { changes: undefined, isFeedRestarted: true };
  const ask = (from: string | null) => get(changesPageUrl(changesUrl, from), {}, stop);
  const first = await ask(cursor);
  const isRefused = first.status === 400 && cursor !== null;
  const got = isRefused ? await ask(null) : first;
  if (got.status !== 200) return { changes: undefined, isFeedRestarted: false };
  const changes = parseItemChanges(origin, got.json);
  if (typeof changes === 'string') throw new VisitError(`The feed of changes does not conform: ${changes}.`);
  return { changes, isFeedRestarted: isRefused || cursor === null };
}

async function readRoom(
  get: GetJson,
  origin: string,
  known: KnownMember | undefined,
  stop?: AbortSignal,
): Promise<VisitOutcome> {
  const ask = (url: string, etag: string | null | undefined) => get(url, conditionalHeaders(etag), stop);
  const index = await readRoomDocument(ask(indexUrlForOrigin(origin), known?.indexEtag), 'The index', (json) =>
    parseIndex(origin, json),
  );
  const { profileUrl, changesUrl } = index ?? known!;
  const isMoved = known?.profileUrl !== profileUrl;
  const profileEtag = isMoved ? null : known.profileEtag;
  const profile = await readRoomDocument(ask(profileUrl, profileEtag), 'The profile', (json) =>
    parseProfile(origin, json),
  );
  if (profile?.listed === false)
    return { kind: 'unlisted', reason: 'The room’s profile says that it is not to be listed.' };
  const cursor = known?.cursor ?? null;
  return { kind: 'seen', index, profile, ...(await readChanges(get, origin, { changesUrl, cursor }, stop)) };
}

/** Never rejects. Without `known`, everything is asked for. */
export async function visitRoom(
  get: GetJson,
  origin: string,
  known?: KnownMember,
  stop?: AbortSignal,
): Promise<VisitOutcome> {
  const patience = AbortSignal.timeout(visitMs);
  try {
    return await readRoom(get, origin, known, stop ? AbortSignal.any([stop, patience]) : patience);
  } catch (error) {
    const { message, status } = error as VisitError;
    if (status === 410) return { kind: 'unlisted', reason: 'The room is gone (410).' };
    return { kind: 'failed', reason: message, ...(status !== undefined && { status }) };
  }
}
