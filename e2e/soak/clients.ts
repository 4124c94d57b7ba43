// Clients that do not give up: a request whose answer did not come is sent again with its Idempotency-Key.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, type Room } from '../room.ts';
import type { Chance } from './size.ts';

/** Still under way, or too busy. */
const again = [409, 503];
const pauseMs = 20;

export async function insist<T>(
  room: Pick<Room, 'baseUrl'>,
  path: string,
  body: object,
  key: string,
  headers: Record<string, string> = {},
): Promise<T> {
  for (;;) {
    const response = await postJson(room, path, body, { ...headers, 'idempotency-key': key }).catch(() => undefined);
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

interface Bought {
  paymentContext: object;
  accessToken: string;
}

export interface Clients {
  bookings: Booked[];
  /** Ids of the guest kits that were made, and what was paid for them. */
  kits: (Bought & { id: string })[];
  passes: Bought[];
  /** Lets each client come to its end. */
  stop: () => Promise<void>;
}

export interface ClientsDeps {
  howMany: number;
  chanceOf: (actor: number) => Chance;
  /** Pays as a payer's wallet does. */
  pay: (invoice: string) => Promise<unknown>;
  /** Called when a request of this kind goes out. */
  onAsk: (what: 'booking' | 'payment') => void;
}

type Headers = Record<string, string>;

async function buy(
  room: Room,
  { pay, onAsk }: ClientsDeps,
  resourceId: string,
  key: string,
  from: Headers,
): Promise<Bought> {
  onAsk('payment');
  const path = '/api/l402/payment-request';
  const opened = await insist<{ payment_context_token: string; invoice: string }>(
    room,
    path,
    { resourceId },
    key,
    from,
  );
  await pay(opened.invoice);
  const paymentContext = { payment_context_token: opened.payment_context_token };
  onAsk('payment');
  const { accessToken } = await insist<Bought>(room, '/api/l402/verify', paymentContext, `${key}, verified`, from);
  return { paymentContext, accessToken };
}

export const paidBy = ({ accessToken }: Bought) => ({ authorization: `L402 ${accessToken}` });

export function startClients(room: Room, deps: ClientsDeps): Clients {
  const { howMany, chanceOf, onAsk } = deps;
  const clients: Omit<Clients, 'stop'> = { bookings: [], kits: [], passes: [] };
  let stopped = false;
  async function book(showName: string, from: Headers): Promise<void> {
    onAsk('booking');
    const { statusUrl } = await insist<Booked>(room, '/api/agent/booking-request', { showName }, showName, from);
    clients.bookings.push({ showName, statusUrl });
  }
  async function makeKit(showName: string, from: Headers): Promise<void> {
    const bought = await buy(room, deps, 'guest-kit', showName, from);
    onAsk('payment');
    const kit = await insist<{ guestKitId: string }>(room, '/api/guest-kit', { showName }, showName, {
      ...from,
      ...paidBy(bought),
    });
    clients.kits.push({ ...bought, id: kit.guestKitId });
  }
  async function buyPass(showName: string, from: Headers): Promise<void> {
    clients.passes.push(await buy(room, deps, 'articles', showName, from));
  }
  async function run(client: number): Promise<void> {
    const chance = chanceOf(client);
    // Each has invoices of its own.
    const from = { 'x-forwarded-for': `198.51.100.${client + 1}` };
    for (let n = 0; !stopped; n++) {
      const luck = chance();
      await (luck < 0.6 ? book : luck < 0.85 ? makeKit : buyPass)(`Show ${client}.${n}`, from);
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
