// Registration: the reported room is visited at once, and what it says itself is taken.
import { ApiError } from '#contract/errors.ts';
import type { NexusRegistered } from '#contract/schemas/nexus.ts';
import { parseOrigin, tenantIdOf } from './room-profile.ts';
import type { GetJson } from '../../outgoing/get-json.ts';
import type { Db } from '../../storage/store.ts';
import { isBlocked } from './blocks.ts';
import { recordVisit, type RecordVisitDeps } from './record-visit.ts';
import { visitRoom, type VisitOutcome } from './visit.ts';

export interface RegisterDeps extends RecordVisitDeps {
  get: GetJson;
}

/** `client` is who reports. */
export type Register = (agentBaseUrl: string, client?: string) => Promise<NexusRegistered>;

/** A room reported again so soon gets the same answer, and is visited once more afterwards: nobody can be flooded by reports. */
const sharedAnswerMs = 2000;
/** Visits under way at most; one client who reports rooms that never answer must not keep all others out. */
const [atOnce, atOnceOfClient] = [32, 4];

/** Rooms of one host, at most. */
export const maxRoomsOfHost = 500;

const field = 'agentBaseUrl';

const refuseRoom = (
  reason: 'origin' | 'unreachable' | 'unlisted' | 'blocked' | 'host_full',
  message: string,
): never => {
  throw new ApiError('bad_request', message, { field, reason });
};

function toAnswer(origin: string, seen: VisitOutcome): NexusRegistered {
  if (seen.kind === 'failed') return refuseRoom('unreachable', `The room could not be read. ${seen.reason}`);
  if (seen.kind === 'unlisted') return refuseRoom('unlisted', `${seen.reason} It is not in the directory.`);
  return { tenantId: tenantIdOf(origin), status: 'active' };
}

/** The visit was requested, so a missing index is taken as proof that the room left. */
const withMissingIndexAsLeave = (seen: VisitOutcome): VisitOutcome =>
  seen.kind === 'failed' && seen.status === 404 ? { kind: 'unlisted', reason: 'The room has no index (404).' } : seen;

/** One who has a host has thousands of ports. */
async function isHostFull(db: Db, host: string): Promise<boolean> {
  const query = db.selectFrom('members').select('tenantId').where('host', '=', host).limit(maxRoomsOfHost);
  return (await query.execute()).length >= maxRoomsOfHost;
}

async function visitAndRecord(deps: RegisterDeps, origin: string): Promise<NexusRegistered> {
  const { db } = deps.store;
  const { hostname } = new URL(origin);
  if (await isBlocked(db, hostname)) return refuseRoom('blocked', 'This Nexus does not list the rooms of this host.');
  const known = await db.selectFrom('members').selectAll().where('origin', '=', origin).executeTakeFirst();
  if (!known && (await isHostFull(db, hostname)))
    return refuseRoom(
      'host_full',
      `This host has ${maxRoomsOfHost} rooms in the directory already, and may have no more.`,
    );
  // A cursor is kept, so that only what is new is read; everything else is asked for whole.
  const before = known && { ...known, indexEtag: null, profileEtag: null };
  const seen = withMissingIndexAsLeave(await visitRoom(deps.get, origin, before));
  // A report says nothing about the health of the room: only scheduled visits count as failures.
  if (seen.kind !== 'failed') await recordVisit(deps, origin, seen);
  return toAnswer(origin, seen);
}

/** What made it report again may be newer than what the visit saw. */
const scheduleVisit = ({ store, now }: RegisterDeps, origin: string) =>
  store.db
    .updateTable('members')
    .set({ nextVisitAt: now() + sharedAnswerMs })
    .where('origin', '=', origin)
    .where('nextVisitAt', '>', now() + sharedAnswerMs)
    .execute();

export function createRegister(deps: RegisterDeps): Register {
  const recent = new Map<string, { at: number; answer: Promise<NexusRegistered> }>();
  const underWay: string[] = [];

  const forgetOld = () => {
    for (const [origin, { at }] of recent) if (deps.now() - at >= sharedAnswerMs) recent.delete(origin);
  };

  const refuseBeyond = (client: string) => {
    const own = underWay.filter((one) => one === client).length;
    if (underWay.length < atOnce && own < atOnceOfClient) return;
    throw new ApiError('unavailable', 'Many rooms are reported at once. Try again in a few seconds.');
  };

  return async (agentBaseUrl, client = '') => {
    const origin = parseOrigin(agentBaseUrl);
    if (!origin) return refuseRoom('origin', `${field} is an origin, such as https://room.example, without a path.`);
    const known = recent.get(origin);
    if (known && deps.now() - known.at < sharedAnswerMs) {
      const answer = await known.answer;
      await scheduleVisit(deps, origin);
      return answer;
    }
    refuseBeyond(client);
    forgetOld();
    underWay.push(client);
    const answer = visitAndRecord(deps, origin).finally(() => underWay.splice(underWay.indexOf(client), 1));
    recent.set(origin, { at: deps.now(), answer });
    return answer;
  };
}
