// A fleet of six machines, PostgreSQL, a bucket and nginx as processes of their own, one clock a minute ahead:
// whatever is killed, restarted or away, no page fails, nothing is lost, and what is approved is seen on every
// machine.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestBucket, startBucket } from '../bucket.ts';
import { testContent } from '../content.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { makeRoom, manyRequests } from '../room.ts';
import { until } from '../until.ts';
import { type Approval, approveAgain, keepPosting, visit } from './fleet-load.ts';
import { type Machine, startMachine, startNginx } from './fleet-machines.ts';
import { chanceOf, seed } from './size.ts';
import { query } from './store.ts';
import { startSubscriber, subscribe } from './subscribers.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const patienceMs = 300_000;
const aMinuteAhead = {
  LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  FAKETIME: '+60s',
  DONT_FAKE_MONOTONIC: '1',
};

interface Trouble {
  machines: Machine[];
  webs: Machine[];
  postgres: Postgres;
  bucket: TestBucket;
  isOver: () => boolean;
  /** Called before and after each. */
  disturb: (what: string) => void;
}

/** Pages must stay available, so a web machine is ended only while another one is ready. */
async function mayEnd(machine: Machine, { webs }: Trouble): Promise<boolean> {
  if (!webs.includes(machine)) return true;
  const others = await Promise.all(webs.filter((web) => web !== machine).map((web) => web.isReady()));
  return others.some(Boolean);
}

async function kill(trouble: Trouble): Promise<void> {
  const chance = chanceOf(7);
  while (!trouble.isOver()) {
    await sleep(4000 + chance() * 12_000);
    const machine = trouble.machines[Math.floor(chance() * trouble.machines.length)]!;
    if (trouble.isOver() || !(await mayEnd(machine, trouble))) continue;
    machine.kills++;
    trouble.disturb(machine.name);
    await machine.end('SIGKILL');
    await until(machine.isReady, `${machine.name} is back`, patienceMs);
    trouble.disturb('back');
  }
}

/** Restarts the machines one after the other, as an upgrade does. */
async function restartAll(trouble: Trouble): Promise<void> {
  for (const machine of trouble.machines) {
    await until(() => mayEnd(machine, trouble), 'another web machine is ready', patienceMs);
    trouble.disturb(machine.name);
    await machine.end('SIGTERM');
    await until(machine.isReady, `${machine.name} is ready again`, patienceMs);
    trouble.disturb('back');
  }
}

async function takeAway(trouble: Trouble, counts: Record<string, number>): Promise<void> {
  const ways = {
    'PostgreSQL restarts': () => trouble.postgres.restart(counts['PostgreSQL restarts']! % 2 ? 'fast' : 'immediate'),
    'bucket outages': () =>
      trouble.bucket
        .away()
        .then(() => sleep(8000))
        .then(trouble.bucket.back),
    'rolling restarts': () => restartAll(trouble),
  };
  for (;;) {
    for (const [name, way] of Object.entries(ways)) {
      await sleep(25_000);
      if (trouble.isOver()) return;
      counts[name] = (counts[name] ?? 0) + 1;
      trouble.disturb(name);
      await way();
      trouble.disturb('back');
    }
  }
}

const part = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;

function tellTimes(t: TestContext, what: string, approvals: Approval[]): void {
  const onWebs = approvals.flatMap(({ builtMs, seenMs }) => seenMs.map((ms) => Math.max(0, ms - builtMs)));
  const whole = approvals.map(({ seenMs }) => Math.max(...seenMs)).sort((a, b) => a - b);
  const after = onWebs.sort((a, b) => a - b);
  const shares = (all: number[]) => [0.5, 0.9, 0.99, 1].map((share) => Math.round(part(all, share))).join(', ');
  const soon = after.filter((ms) => ms <= 3000).length;
  t.diagnostic(`${what}: ${approvals.length} approvals; until all show it, ms at 50, 90, 99, 100 %: ${shares(whole)}`);
  t.diagnostic(`${what}: after the builder: ${shares(after)}; ${soon} of ${after.length} within 3 s`);
}

async function openAll(ending: AsyncDisposableStack) {
  const postgres = await startPostgres();
  ending.defer(() => postgres.stop());
  const bucket = await startBucket();
  ending.defer(() => bucket.stop());
  const subscriber = await startSubscriber();
  ending.defer(() => subscriber.stop());
  const room = await makeRoom(await testContent(), {
    ...{ DATABASE_URL: postgres.url, ...bucket.settings, BASE_URL: 'http://room.example', RATES: manyRequests },
    ...{ ALLOWED_HOSTS: '127.0.0.1', TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '5', DRAIN_SECONDS: '1' },
  });
  ending.defer(() => room.remove());
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-fleet-'));
  ending.defer(() => rm(folder, { recursive: true }));
  const start = async (name: string, settings: object): Promise<Machine> => {
    const machine = await startMachine(room, folder, name, settings);
    ending.defer(async () => void (await machine.stop()));
    return machine;
  };
  const { CONTENT_DIR, DIST_DIR } = room.env;
  const builder = await start('builder', { ROLE: 'builder', CONTENT_DIR, DIST_DIR });
  const webs = await Promise.all(['web1', 'web2', 'web3'].map((name) => start(name, { ROLE: 'web' })));
  const workers = [
    await start('worker1', { ROLE: 'worker' }),
    await start('worker2', { ROLE: 'worker', ...aMinuteAhead }),
  ];
  const machines = [builder, ...webs, ...workers];
  for (const machine of machines) await until(machine.isReady, `${machine.name} is ready`, patienceMs);
  const nginx = await startNginx(webs);
  ending.defer(() => nginx.stop());
  await until(
    () =>
      fetch(nginx.baseUrl).then(
        ({ ok }) => ok,
        () => false,
      ),
    'nginx answers',
  );
  return { postgres, bucket, subscriber, room, builder, webs, machines, nginx };
}

test(`a fleet for ${minutes} minutes: nothing is lost, no page fails (seed ${seed})`, async (t) => {
  await using ending = new AsyncDisposableStack();
  const { subscriber, room, builder, webs, machines, nginx, ...shared } = await openAll(ending);
  // Its address is not that of the room.
  await subscribe({ ...room, baseUrl: nginx.baseUrl }, subscriber, ['guest_kit.generated', 'content.published']);
  const firstCame = new Map<string, number>();
  subscriber.answer = (id) => {
    if (!firstCame.has(id)) firstCame.set(id, Date.now());
    return 204;
  };
  const disturbances: number[] = [];
  const disturb = () => void disturbances.push(Date.now());
  const end = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > end;
  const statuses = new Map<string, number>();
  const accepted = new Set<string>();
  const kits = new Set<string>();
  const approvals: Approval[] = [];
  const counts: Record<string, number> = {};
  const trouble = { ...shared, machines, webs, isOver, disturb };
  const disturbedAt = () => disturbances.at(-1) ?? 0;
  await Promise.all([
    ...[1, 2].map(() => visit(nginx, { isOver }, statuses)),
    keepPosting(nginx, { isOver }, '/api/agent/booking-request', accepted),
    keepPosting(nginx, { isOver }, '/api/guest-kit', kits),
    approveAgain({ room, builder, webs, isOver, disturbedAt }, approvals),
    kill(trouble),
    takeAway(trouble, counts),
  ]);
  for (const machine of machines) await until(machine.isReady, `${machine.name} is ready at the end`, patienceMs);
  const pending = async () =>
    Number((await query(room.env, `select count(*) as n from deliveries where state = 'pending'`))[0]!.n);
  await until(async () => (await pending()) === 0, 'every delivery', patienceMs);
  t.diagnostic(`pages: ${JSON.stringify(Object.fromEntries(statuses))}; ${JSON.stringify(counts)}`);
  t.diagnostic(`kills: ${machines.map(({ name, kills }) => `${name} ${kills}`).join(', ')}`);
  tellTimes(
    t,
    'undisturbed',
    approvals.filter(({ isDisturbed }) => !isDisturbed),
  );
  tellTimes(t, 'all', approvals);

  const stored = (await query(room.env, `select id from bookings`)).map(({ id }) => String(id));
  t.diagnostic(`bookings: ${accepted.size} accepted, ${stored.length} in the store`);
  assert.deepEqual(
    [...accepted].filter((id) => !stored.includes(id)),
    [],
  );
  assert.equal(stored.length, accepted.size);
  const states = await query(room.env, `select state, count(*) as n from deliveries group by state`);
  const doubled = [...subscriber.times].filter(([, times]) => times > 1).map(([id]) => id);
  t.diagnostic(`deliveries: ${JSON.stringify(states)}, ${subscriber.times.size} came, ${doubled.length} twice`);
  assert.deepEqual(
    states.map(({ state }) => state),
    ['delivered'],
  );
  assert.equal(subscriber.times.size, Number(states[0]!.n));
  t.diagnostic(`guest kits: ${kits.size}; approvals: ${approvals.length}`);
  assert.equal(subscriber.times.size, kits.size + approvals.length);
  assert.deepEqual(subscriber.problems, []);
  // The sender was killed, or could not note it, before it had the answer.
  const wasLost = (id: string) => disturbances.some((at) => Math.abs(at - firstCame.get(id)!) < 15_000);
  assert.deepEqual(
    doubled.filter((id) => !wasLost(id)),
    [],
  );
  assert.deepEqual(
    approvals.filter(({ seenMs }) => !seenMs.every(Number.isFinite)),
    [],
  );
  assert.deepEqual([...statuses.keys()], ['200']);
});
