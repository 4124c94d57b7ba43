// Visits a room: asks its index, its profile and its feed of changes, each only for what is new.
import { type IndexFacts, indexFacts, type ProfileFacts, profileFacts } from './member.ts';
import { type ItemChanges, itemChanges } from './item-changes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Get, Got } from '../../outgoing/get-json.ts';
import type { Member } from './members.ts';

/** What of a member a visit goes by. */
export type Known = Pick<Member, 'indexEtag' | 'profileEtag' | 'profileUrl' | 'changesUrl' | 'cursor'>;

export interface Seen {
  kind: 'seen';
  /** Undefined where it is as it was. */
  index: (IndexFacts & { etag: string | null }) | undefined;
  profile: (ProfileFacts & { etag: string | null }) | undefined;
  /** One page; what is more waits for the next visit, so that no write takes long. */
  changes: ItemChanges | undefined;
  /** The feed of changes began anew: what is not in it is no more. */
  anew: boolean;
}

export type Visit = Seen | { kind: 'unlisted'; reason: string } | { kind: 'failed'; reason: string; status?: number };

export const indexUrlOf = (origin: string): string => origin + endpoints.index.http.path;

/** For all answers of one visit together: a room that is slow at each would block a place for others. */
const visitMs = 20_000;
/** A page of the worst that a room may say is written in a third of a second. */
const pageSize = 200;

class Failed extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const conditional = (etag: string | null | undefined): Record<string, string> =>
  etag ? { 'if-none-match': etag } : {};

/** Undefined where nothing changed. */
async function read<T extends object>(get: Promise<Got>, what: string, parse: (json: unknown) => T | string) {
  const { status, json, etag } = await get;
  if (status === 304) return undefined;
  if (status >= 300 && status < 400) throw new Failed(`${what} redirects, which is not followed.`, status);
  if (status !== 200) throw new Failed(`${what} answers with status ${status}.`, status);
  if (json === undefined) throw new Failed(`${what} is no JSON.`);
  const facts = parse(json);
  if (typeof facts === 'string') throw new Failed(`${what} does not conform: ${facts}.`);
  return { ...facts, etag: etag !== undefined && etag.length <= 200 ? etag : null };
}

const pageUrl = (changesUrl: string, cursor: string | null): string => {
  const url = new URL(changesUrl);
  url.searchParams.set('limit', String(pageSize));
  if (cursor !== null) url.searchParams.set('cursor', cursor);
  return url.href;
};

type Asked = Pick<Member, 'changesUrl' | 'cursor'>;

/** A cursor that is refused is one of a store that is no more: begin again without it. Not every room has this feed. */
async function readChanges(get: Get, origin: string, { changesUrl, cursor }: Asked, stop?: AbortSignal) {
  if (!changesUrl) return { changes: undefined, anew: true };
  const ask = (from: string | null) => get(pageUrl(changesUrl, from), {}, stop);
  const first = await ask(cursor);
  const isRefused = first.status === 400 && cursor !== null;
  const got = isRefused ? await ask(null) : first;
  if (got.status !== 200) return { changes: undefined, anew: false };
  const changes = itemChanges(origin, got.json);
  if (typeof changes === 'string') throw new Failed(`The feed of changes does not conform: ${changes}.`);
  return { changes, anew: isRefused || cursor === null };
}

async function look(get: Get, origin: string, known: Known | undefined, stop?: AbortSignal): Promise<Visit> {
  const ask = (url: string, etag: string | null | undefined) => get(url, conditional(etag), stop);
  const index = await read(ask(indexUrlOf(origin), known?.indexEtag), 'The index', (json) => indexFacts(origin, json));
  const { profileUrl, changesUrl } = index ?? known!;
  const isMoved = known?.profileUrl !== profileUrl;
  const profileEtag = isMoved ? null : known.profileEtag;
  const profile = await read(ask(profileUrl, profileEtag), 'The profile', (json) => profileFacts(origin, json));
  if (profile?.listed === false)
    return { kind: 'unlisted', reason: 'The room’s profile says that it is not to be listed.' };
  const cursor = known?.cursor ?? null;
  return { kind: 'seen', index, profile, ...(await readChanges(get, origin, { changesUrl, cursor }, stop)) };
}

/** Never rejects. Without `known`, everything is asked for. */
export async function visit(get: Get, origin: string, known?: Known, stop?: AbortSignal): Promise<Visit> {
  const patience = AbortSignal.timeout(visitMs);
  try {
    return await look(get, origin, known, stop ? AbortSignal.any([stop, patience]) : patience);
  } catch (error) {
    const { message, status } = error as Failed;
    if (status === 410) return { kind: 'unlisted', reason: 'The room is gone (410).' };
    return { kind: 'failed', reason: message, ...(status !== undefined && { status }) };
  }
}
