// SIGKILL at random moments during approvals, bookings and deliveries: nothing accepted is lost, nothing is done twice.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testContent } from '../content.ts';
import { launch, makeRoom, type Room, type Sidecar } from '../room.ts';
import { until } from '../until.ts';
import { type Clients, startClients } from './clients.ts';
import { approveAll, fillInbox, type Waiting } from './creator.ts';
import { chanceOf, seed, sized } from './size.ts';
import { count, passTime, query } from './store.ts';
import { startSubscriber, subscribe, type Subscriber } from './subscribers.ts';

const kills = sized(6, 200);
const approvals = sized(3, 200);
/** A build takes a few seconds: some are cut off, some get through. */
const longestMs = sized(1200, 6000);
const settings = { RATES: 'action=1000000,guestKit=1000000', ALLOWED_HOSTS: '127.0.0.1' };
const events = ['dot.approved', 'content.published', 'guest_kit.generated'];

const [killer, creator, client, network] = [1, 2, 100, 200];

let room: Room;
let items: Waiting[];
let clients: Clients;
const subscribers: Subscriber[] = [];
const groups: number[] = [];

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ended by itself.
  }
}
const killAll = () => groups.forEach(killGroup);

function start(): Sidecar {
  const sidecar = launch(room.env, { ownGroup: true });
  groups.push(sidecar.pid);
  return sidecar;
}

/** A quarter of the attempts fails, but none of an event's after the third: retries are not endless. */
function unreliable(subscriber: Subscriber, actor: number): void {
  const chance = chanceOf(actor);
  subscriber.answer = async (id) => {
    const luck = subscriber.times.get(id)! > 3 ? 1 : chance();
    if (luck < 0.1) return 500;
    if (luck < 0.2) return 0;
    if (luck < 0.3) await sleep(300);
    return luck < 0.25 ? 503 : 204;
  };
}

before(async () => {
  const content = await testContent();
  items = await fillInbox(content, approvals);
  room = await makeRoom(content, settings);
  process.once('exit', killAll);
  const sidecar = start();
  await sidecar.ready;
  for (let n = 0; n < 3; n++) {
    const subscriber = await startSubscriber();
    subscribers.push(subscriber);
    await subscribe(room, subscriber, events);
    unreliable(subscriber, network + n);
  }
  await sidecar.end('SIGKILL');
});

after(async () => {
  killAll();
  for (const { stop } of subscribers) stop();
  await room.remove();
});

test(`${kills} kills during ${approvals} approvals, bookings and deliveries (seed ${seed})`, async (t) => {
  const chance = chanceOf(killer);
  let killed = 0;
  clients = startClients(room, 3, (n) => chanceOf(client + n));
  const approving = approveAll(room, items, chanceOf(creator), (n) => killed >= (n * kills) / approvals);
  for (; killed < kills; killed++) {
    const sidecar = start();
    if (chance() < 0.8) await sidecar.ready;
    await sleep(chance() ** 2 * longestMs);
    // Either everything dies at once, or a build outlives its sidecar.
    if (chance() < 0.5) killGroup(sidecar.pid);
    await sidecar.end('SIGKILL');
    await passTime(room.env);
  }
  await start().ready;
  await approving;
  await clients.stop();
  t.diagnostic(`${clients.bookings.length} bookings, ${clients.kits.length} guest kits`);
  assert.ok(clients.bookings.length > kills);
});

test('each booking that was accepted is there, once, under the address that was given', async () => {
  for (const { showName, statusUrl } of clients.bookings) {
    const state = (await (await fetch(statusUrl)).json()) as { showName: string; status: string };
    assert.deepEqual([state.showName, state.status], [showName, 'received']);
  }
  assert.equal(await count(room.env, 'bookings'), clients.bookings.length);
  assert.equal(await count(room.env, '"guestKits"'), clients.kits.length);
});

async function liveIds(): Promise<Set<string>> {
  const response = await fetch(`${room.baseUrl}/api/agent/content-index?limit=1000`);
  const index = (await response.json()) as { items: { id: string }[] };
  return new Set(index.items.map(({ id }) => id));
}

test('each approved item is live', async () => {
  const missing = async () => {
    const live = await liveIds();
    return items.filter(({ id }) => !live.has(id)).length;
  };
  await until(async () => (await missing()) === 0, 'every item is live', sized(60_000, 180_000));
});

/** What happened, one line for each event that a subscriber must have got. */
const expected = () => [
  ...items.filter(({ type }) => type === 'article').map(({ id }) => `dot.approved ${id}`),
  ...items.map(({ id }) => `content.published ${id}`),
  ...clients.kits.map((id) => `guest_kit.generated ${id}`),
];

const lineOf = (body: string): string => {
  const { event, articleId, item, guestKitId } = JSON.parse(body);
  return `${event} ${articleId ?? item?.id ?? guestKitId}`;
};

test('each subscriber got each event, with one webhook-id, the same bytes and a valid signature', async () => {
  let seen = '';
  const waiting = () => count(room.env, `deliveries where state = 'pending'`);
  await until(
    async () => {
      await passTime(room.env);
      const [made, left] = [await count(room.env, `events where type <> 'changelog.updated'`), await waiting()];
      seen = `${made} of ${expected().length} events, ${left} deliveries wait`;
      return made === expected().length && left === 0;
    },
    () => `all delivered: ${seen}`,
    sized(60_000, 180_000),
  );
  for (const { bodies, problems } of subscribers) {
    assert.deepEqual([...bodies.values()].map(lineOf).sort(), expected().sort());
    assert.deepEqual(problems, []);
  }
  const [one, ...others] = subscribers.map(({ bodies }) => [...bodies.keys()].sort());
  for (const ids of others) assert.deepEqual(ids, one);
  assert.equal(await count(room.env, `deliveries where state <> 'delivered'`), 0);
  assert.deepEqual((await query(room.env, 'pragma integrity_check')).map((row) => ({ ...row })), [{ integrity_check: 'ok' }]); // prettier-ignore
});
