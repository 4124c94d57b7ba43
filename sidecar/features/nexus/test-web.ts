// Helpers for tests of the directory: fake rooms, a manual clock, and a Nexus with an empty store.
import type { GetJson, JsonResponse } from '../../outgoing/get-json.ts';
import type { Store } from '../../storage/store.ts';
import { type Nexus, openNexus } from './nexus.ts';
import type { RecordVisitDeps } from './record-visit.ts';

export const startTime = Date.parse('2026-05-01T12:00:00Z');
export const hour = 3_600_000;

export interface TestRoomItem {
  id: string;
  title: string;
  summary?: string;
  keywords?: string[];
  date?: string;
}

/** Content of a fake room, with defaults for missing fields. */
export interface TestNexusRoom {
  name?: string;
  oneLiner?: string;
  topics?: string[];
  indexUpdatedAt?: string;
  listed?: boolean;
  items?: TestRoomItem[];
  /** Status of all responses. */
  status?: number;
  /** Bodies of responses by path, instead of the default ones. */
  bodies?: Record<string, unknown>;
}

export interface TestWeb {
  rooms: Map<string, TestNexusRoom>;
  requestedUrls: string[];
  get: GetJson;
}

const change = (origin: string, item: TestRoomItem) => ({
  change: 'created',
  type: 'article',
  url: `${origin}/articles/${item.id}`,
  date: '2026-04-30',
  ...item,
});

function createBodies(origin: string, room: TestNexusRoom): Record<string, unknown> {
  const { name = new URL(origin).hostname, oneLiner = 'A room.', topics = ['rivers'], items = [], listed } = room;
  const { indexUpdatedAt = '2026-04-01T00:00:00Z' } = room;
  const api = `${origin}/api/agent`;
  const endpoints = { profile: `${api}/profile`, changes: `${api}/changes`, bookingRequest: `${api}/booking-request` };
  return {
    '/api/agent': { name: 'Room', version: '0.50.01', endpoints },
    '/api/agent/profile': {
      name,
      oneLiner,
      topics,
      indexUpdatedAt,
      ...(listed !== undefined && { nexus: { listed } }),
    },
    '/api/agent/changes': {
      items: items.map((item) => change(origin, item)),
      total: items.length,
      nextCursor: 'c',
    },
    ...room.bodies,
  };
}

export function createTestWeb(): TestWeb {
  const rooms = new Map<string, TestNexusRoom>();
  const requestedUrls: string[] = [];
  const get: GetJson = async (url, headers = {}): Promise<JsonResponse> => {
    const { origin, pathname } = new URL(url);
    requestedUrls.push(origin + pathname);
    const room = rooms.get(origin);
    if (!room) throw new Error('The host refuses the connection.');
    if (room.status !== undefined) return { status: room.status, etag: undefined, json: undefined };
    const json = createBodies(origin, room)[pathname];
    if (json === undefined) return { status: 404, etag: undefined, json };
    const etag = JSON.stringify(JSON.stringify(json).slice(-180));
    if (headers['if-none-match'] === etag) return { status: 304, etag, json: undefined };
    return { status: 200, etag, json: structuredClone(json) };
  };
  return { rooms, requestedUrls, get };
}

export interface TestNexus extends TestWeb {
  clock: { now: number };
  deps: RecordVisitDeps & { get: GetJson };
  nexus: Nexus;
}

export async function emptyNexus(store: Store): Promise<TestNexus> {
  for (const table of ['memberItems', 'memberTerms', 'members', 'blockedHosts'] as const)
    await store.db.deleteFrom(table).execute();
  const web = createTestWeb();
  const clock = { now: startTime };
  const deps = { store, get: web.get, everyMs: hour, now: () => clock.now, random: () => 0.5 };
  return { ...web, clock, deps, nexus: openNexus(deps) };
}

/** Adds a fake room and reports it to the Nexus. */
export async function reportRoom(
  { rooms, nexus, clock }: TestNexus,
  origin: string,
  room: TestNexusRoom = {},
): Promise<string> {
  rooms.set(new URL(origin).origin, room);
  // A room that is reported again immediately gets the earlier answer.
  clock.now += 10_000;
  return (await nexus.register(origin)).tenantId;
}
