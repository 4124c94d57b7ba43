// SIGKILL of the sidecar amid approvals, bookings, payments and deliveries: nothing accepted is lost, nothing is done
// twice.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, testContent } from '../content.ts';
import { launch, makeRoom, postJson, type Room, type Sidecar } from '../room.ts';
import { until } from '../until.ts';
import { type LightningWallet, startWallet } from '../wallet.ts';
import { type Clients, paidBy, startClients } from './clients.ts';
import { approveAll, fillInbox, type Waiting } from './creator.ts';
import { type Chance, chanceOf, killsOf, progress, seed, sized } from './size.ts';
import { count, passTime, query } from './store.ts';
import { startSubscriber, subscribe, type Subscriber } from './subscribers.ts';

/** Each right after the program was asked for something of that kind, the rest at any time. */
const aims = ['booking', 'payment', 'delivery'] as const;
const aimed = aims.map((aim) => ({ aim, times: killsOf(2, 0.075) }));
const kills = aimed.reduce((sum, { times }) => sum + times, killsOf(2, 0.025));
const approvals = sized(3, 30);
/** A build takes a few seconds: some are cut off, some get through. */
const longestMs = sized(1200, 6000);
const longestAfterMs = 80;
const patienceMs = 5000;
const access = { enabled: true, prices: { 'guest-kit': 10, [`article:${idOf('priced', 10)}`]: 21 }, dayPassSats: 25 };
const settings = {
  RATES: 'action=1000000,guestKit=1000000,l402=1000000',
  ALLOWED_HOSTS: '127.0.0.1',
  WALLET: 'lnbits',
  TRUST_PROXY: '127.0.0.1',
};
const events = ['dot.approved', 'content.published', 'guest_kit.generated'];

type Aim = (typeof aims)[number];

const killer = 1;
const creator = 2;
const client = 100;
const network = 200;

let room: Room;
let wallet: LightningWallet;
let items: Waiting[];
let clients: Clients;
const subscribers: Subscriber[] = [];
const groups: number[] = [];
/** Says what the program has just been asked for. */
const asked = new EventEmitter<Record<Aim, []>>();

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
    asked.emit('delivery');
    const luck = subscriber.times.get(id)! > 3 ? 1 : chance();
    if (luck < 0.1) return 500;
    if (luck < 0.2) return 0;
    if (luck < 0.3) await sleep(300);
    return luck < 0.25 ? 503 : 204;
  };
}

before(async () => {
  wallet = await startWallet();
  const content = await testContent({ 'access.json': JSON.stringify(access) });
  items = await fillInbox(content, approvals);
  room = await makeRoom(content, { ...settings, LNBITS_URL: wallet.url, LNBITS_KEY: wallet.key });
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
  await wallet.stop();
});

/** The order in which things are aimed at. */
function plan(chance: Chance): (Aim | undefined)[] {
  const all: (Aim | undefined)[] = aimed.flatMap(({ aim, times }) => Array.from({ length: times }, () => aim));
  all.push(...Array.from({ length: kills - all.length }, () => undefined));
  return all
    .map((aim) => ({ aim, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ aim }) => aim);
}

/** Resolves when the process is killed. */
async function wait(sidecar: Sidecar, aim: Aim | undefined, chance: Chance): Promise<void> {
  if (!aim) {
    if (chance() < 0.6) await sidecar.ready;
    return sleep(chance() ** 2 * longestMs);
  }
  await sidecar.ready;
  // There may be no delivery to wait for.
  await once(asked, aim, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
  await sleep(chance() ** 2 * longestAfterMs);
}

test(`${kills} kills during ${approvals} approvals, bookings, payments and deliveries (seed ${seed})`, async (t) => {
  const chance = chanceOf(killer);
  let killed = 0;
  clients = startClients(room, {
    howMany: 3,
    chanceOf: (n) => chanceOf(client + n),
    pay: wallet.pay,
    onAsk: (what) => asked.emit(what),
  });
  const approving = approveAll(room, items, chanceOf(creator), (n) => killed >= (n * kills) / approvals);
  for (const aim of plan(chance)) {
    const sidecar = start();
    await wait(sidecar, aim, chance);
    // Either everything dies at once, or a build outlives its sidecar.
    if (chance() < 0.5) killGroup(sidecar.pid);
    await sidecar.end('SIGKILL');
    progress(`${++killed} kills`);
    await passTime(room.env);
  }
  await start().ready;
  await approving;
  await clients.stop();
  const { bookings, kits, passes } = clients;
  t.diagnostic(`${bookings.length} bookings, ${kits.length} guest kits, ${passes.length} day passes`);
  for (const [done, aim] of [
    [bookings, 0],
    [[...kits, ...passes], 1],
  ] as const)
    assert.ok(done.length >= aimed[aim]!.times);
});

test('each booking that was accepted is there, once, under the address that was given', async () => {
  for (const { showName, statusUrl } of clients.bookings) {
    const state = (await (await fetch(statusUrl)).json()) as { showName: string; status: string };
    assert.deepEqual([state.showName, state.status], [showName, 'received']);
  }
  assert.equal(await count(room.env, 'bookings'), clients.bookings.length);
  assert.equal(await count(room.env, '"guestKits"'), clients.kits.length);
});

test('each payment was granted once, and opens what was paid for', async () => {
  const { kits, passes } = clients;
  assert.equal(await count(room.env, 'grants'), kits.length + passes.length);
  const text = `${room.baseUrl}/api/article/${idOf('priced', 10)}/markdown`;
  for (const pass of passes) assert.equal((await fetch(text, { headers: paidBy(pass) })).status, 200);
  for (const bought of [...kits, ...passes]) {
    const again = await postJson(room, '/api/l402/verify', bought.paymentContext);
    assert.equal(((await again.json()) as { accessToken: string }).accessToken, bought.accessToken);
  }
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

/** Lists the events that a subscriber must have received, one per line. */
const expected = () => [
  ...items.filter(({ type }) => type === 'article').map(({ id }) => `dot.approved ${id}`),
  ...items.map(({ id }) => `content.published ${id}`),
  ...clients.kits.map(({ id }) => `guest_kit.generated ${id}`),
];

/** Notices and new program versions are events as well. */
const ofContent = `type <> 'changelog.updated' and type not like 'notice.%'`;

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
      const made = await count(room.env, `events where ${ofContent}`);
      const left = await waiting();
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
  assert.deepEqual(
    (await query(room.env, 'pragma integrity_check')).map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
});
