// Registers reported rooms: visits each one immediately and stores what the room itself publishes.
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

/** Registers a room on behalf of `client`. */
export type Register = (agentBaseUrl: string, client?: string) => Promise<NexusRegistered>;

/**
 * Repeated reports of a room within this time share one answer and one further visit, so that reports cannot flood it.
 */
const sharedAnswerMs = 2000;
/**
 * Maximum number of concurrent visits, in all and for one client, whose unresponsive rooms must not lock others out.
 */
const maxVisits = 32;
const maxVisitsOfClient = 4;

/** Maximum number of rooms of one host. */
export const maxRoomsOfHost = 500;

const field = 'agentBaseUrl';

const refuseRoom = (
  reason: 'origin' | 'unreachable' | 'unlisted' | 'blocked' | 'host_full',
  message: string,
): never => {
  throw new ApiError('bad_request', message, { field, reason });
};

function toAnswer(origin: string, outcome: VisitOutcome): NexusRegistered {
  if (outcome.kind === 'failed') return refuseRoom('unreachable', `The room could not be read. ${outcome.reason}`);
  if (outcome.kind === 'unlisted')
    return refuseRoom('unlisted', `${outcome.reason} It is not listed in the directory.`);
  return { tenantId: tenantIdOf(origin), status: 'active' };
}

/** Interprets a missing index as a room that leaves, since the visit was requested. */
const withMissingIndexAsLeave = (outcome: VisitOutcome): VisitOutcome =>
  outcome.kind === 'failed' && outcome.status === 404
    ? { kind: 'unlisted', reason: 'The room has no index (404).' }
    : outcome;

/** Returns true if the host has the maximum number of rooms: its owner could register thousands of ports. */
async function isHostFull(db: Db, host: string): Promise<boolean> {
  const query = db.selectFrom('members').select('tenantId').where('host', '=', host).limit(maxRoomsOfHost);
  return (await query.execute()).length >= maxRoomsOfHost;
}

async function visitAndRecord(deps: RegisterDeps, origin: string): Promise<NexusRegistered> {
  const { db } = deps.store;
  const { hostname } = new URL(origin);
  if (await isBlocked(db, hostname)) return refuseRoom('blocked', 'This Nexus does not list rooms of this host.');
  const member = await db.selectFrom('members').selectAll().where('origin', '=', origin).executeTakeFirst();
  if (!member && (await isHostFull(db, hostname)))
    return refuseRoom(
      'host_full',
      `The directory already has ${maxRoomsOfHost} rooms of this host, which is the maximum.`,
    );
  // The cursor stays, so that only new changes are read. Index and profile are read completely.
  const before = member && { ...member, indexEtag: null, profileEtag: null };
  const outcome = withMissingIndexAsLeave(await visitRoom(deps.get, origin, before));
  // A report says nothing about the health of the room: only scheduled visits count as failures.
  if (outcome.kind !== 'failed') await recordVisit(deps, origin, outcome);
  return toAnswer(origin, outcome);
}

/** Schedules another visit, since the room may have changed again after the shared one. */
const scheduleVisit = ({ store, now }: RegisterDeps, origin: string) =>
  store.db
    .updateTable('members')
    .set({ nextVisitAt: now() + sharedAnswerMs })
    .where('origin', '=', origin)
    .where('nextVisitAt', '>', now() + sharedAnswerMs)
    .execute();

export function createRegister(deps: RegisterDeps): Register {
  const recent = new Map<string, { at: number; answer: Promise<NexusRegistered> }>();
  const clients: string[] = [];

  const removeExpired = () => {
    for (const [origin, { at }] of recent) if (deps.now() - at >= sharedAnswerMs) recent.delete(origin);
  };

  const refuseAboveLimit = (client: string) => {
    const ofClient = clients.filter((other) => other === client).length;
    if (clients.length < maxVisits && ofClient < maxVisitsOfClient) return;
    throw new ApiError('unavailable', 'Too many rooms are being reported. Try again in a few seconds.');
  };

  return async (agentBaseUrl, client = '') => {
    const origin = parseOrigin(agentBaseUrl);
    if (!origin)
      return refuseRoom('origin', `${field} must be an origin without a path, such as https://room.example.`);
    const shared = recent.get(origin);
    if (shared && deps.now() - shared.at < sharedAnswerMs) {
      const answer = await shared.answer;
      await scheduleVisit(deps, origin);
      return answer;
    }
    refuseAboveLimit(client);
    removeExpired();
    clients.push(client);
    const answer = visitAndRecord(deps, origin).finally(() => clients.splice(clients.indexOf(client), 1));
    recent.set(origin, { at: deps.now(), answer });
    return answer;
  };
}
