// Clients that do not give up: a request whose answer did not come is sent again with its Idempotency-Key.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, type Room } from '../room.ts';
import type { Chance } from './size.ts';

/** Still under way, or too busy. */
const again = [409, 503];
const pauseMs = 20;

export async function insist<T>(room: Pick<Room, 'baseUrl'>, path: string, body: object, key: string): Promise<T> {
  for (;;) {
    const response = await postJson(room, path, body, { 'idempotency-key': key }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (answer && response!.ok) return answer as T;
    if (answer) assert.ok(again.includes(response!.status), JSON.stringify(answer));
    await sleep(pauseMs);
  }
}

interface Booked {
  showName: string;
  statusUrl: string;
}

export interface Clients {
  bookings: Booked[];
  /** Ids of the guest kits that were made. */
  kits: string[];
  /** Lets each client come to its end. */
  stop: () => Promise<void>;
}

export function startClients(room: Room, howMany: number, chanceOf: (actor: number) => Chance): Clients {
  const clients = { bookings: [] as Booked[], kits: [] as string[] };
  let stopped = false;
  async function book(showName: string): Promise<void> {
    const { statusUrl } = await insist<Booked>(room, '/api/agent/booking-request', { showName }, showName);
    clients.bookings.push({ showName, statusUrl });
  }
  async function makeKit(showName: string): Promise<void> {
    const kit = await insist<{ guestKitId: string }>(room, '/api/guest-kit', { showName }, showName);
    clients.kits.push(kit.guestKitId);
  }
  async function run(client: number): Promise<void> {
    const chance = chanceOf(client);
    for (let n = 0; !stopped; n++) {
      await (chance() < 0.8 ? book : makeKit)(`Show ${client}.${n}`);
      await sleep(chance() * 100);
    }
  }
  const running = Array.from({ length: howMany }, (_, client) => run(client));
  return {
    ...clients,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
