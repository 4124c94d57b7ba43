// Two sidecars share everything: nothing is done twice, the load is shared, and when one is killed the other goes on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from '../room.ts';
import { until } from '../until.ts';
import { insist } from './clients.ts';
import { names, type Name, type Pair, startPair } from './pair.ts';
import { chanceOf, isLong, seed, sized } from './size.ts';
import { askForBuild, count, passTime, query } from './store.ts';
import { startSubscriber, subscribe, type Subscriber } from './subscribers.ts';

const events = sized(200, 10_000);
const eventsOfKill = sized(100, 2_000);
const howMany = sized(5, 20);
/** Minimum share of each sidecar while both are working. */
const fairPart = 0.2;
const patienceMs = sized(90_000, 1_200_000);
const slowAnswerMs = 5000;

let pair: Pair;
const subscribers: Subscriber[] = [];
const chance = chanceOf(1);

before(async () => {
  pair = await startPair({ RATES: 'action=1000000,guestKit=10', ALLOWED_HOSTS: '127.0.0.1' });
  for (let n = 0; n < howMany; n++) subscribers.push(await startSubscriber());
  for (const subscriber of subscribers) await subscribe(pair.room, subscriber, ['content.published']);
});

after(async () => {
  await pair.stop();
  for (const { stop } of subscribers) stop();
});

const itemsAt = ({ bodies }: Subscriber): string[] => [...bodies.values()].map((body) => JSON.parse(body).item.id);
const pending = () => count(pair.room.env, `deliveries where state = 'pending'`);

const isLive = async (id: string, at: Name): Promise<boolean> => {
  const newest = await fetch(`${pair.origins[at]}/api/agent/content-index?limit=1`);
  return (await newest.text()).includes(id);
};
const allHave = (id: string) => until(() => subscribers.every((one) => itemsAt(one).includes(id)), id, patienceMs);

/** Nobody is answered until each has been asked: one sidecar alone may not ask so many at once. */
function whenAllAreAsked(): () => Promise<void> {
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  let asked = 0;
  return () => {
    if (++asked === howMany) open();
    return opened;
  };
}

test(`${events} events to ${howMany} subscribers: each once and in order; a dead and a slow one delay nobody`, async (t) => {
  const [dead, slow, ...others] = subscribers as [Subscriber, Subscriber, ...Subscriber[]];
  const bothAtWork = whenAllAreAsked();
  let letGo = () => {};
  const gate = new Promise<void>((done) => (letGo = done));
  for (const subscriber of others) subscriber.answer = () => bothAtWork().then(() => 204);
  dead.answer = () => bothAtWork().then(() => 0);
  slow.answer = async () => {
    await bothAtWork();
    await Promise.race([gate, sleep(slowAnswerMs)]);
    return 204;
  };
  const ids = await pair.publish(events);
  const have = (wanted: Subscriber[]) => wanted.every(({ bodies }) => bodies.size === events);
  const sizes = () => `events of each: ${subscribers.map(({ bodies }) => bodies.size)}`;
  await until(() => have(others), sizes, patienceMs);
  assert.ok(slow.bodies.size < events, 'the slow one was waited for');
  letGo();
  await until(() => have([dead, slow]), sizes, patienceMs);
  dead.answer = () => 204;
  const settled = async () => (await passTime(pair.room.env), (await pending()) === 0);
  await until(settled, 'the dead one is back', patienceMs);
  for (const subscriber of subscribers) {
    assert.deepEqual(itemsAt(subscriber), ids);
    assert.deepEqual(subscriber.problems, []);
    if (subscriber !== dead) assert.ok([...subscriber.times.values()].every((times) => times === 1));
  }
  for (const name of names) assert.ok(await isLive(ids.at(-1)!, name));
  const parts = await Promise.all(names.map((name) => pair.noted('delivery', name)));
  t.diagnostic(`deliveries of each sidecar: ${parts}`);
  assert.equal(parts[0]! + parts[1]!, events * howMany);
  assert.ok(Math.min(...parts) >= fairPart * events * howMany, `not shared: ${parts}`);
});

async function builds(): Promise<number> {
  const [one, two] = await Promise.all(names.map((name) => pair.noted('build', name)));
  return one! + two!;
}

test('both are asked to build at once: one build', async () => {
  await pair.built();
  const before = await builds();
  // Nobody can begin before both have asked: a request that comes later is for another build.
  const holder = 'the test';
  await query(
    pair.room.env,
    `insert into leases (name, holder, until) values ('build', '${holder}', ${Date.now() * 2})`,
  );
  await Promise.all(names.map(() => askForBuild(pair.room.env)));
  await query(pair.room.env, `delete from leases where holder = '${holder}'`);
  await pair.built();
  assert.equal((await builds()) - before, 1);
});

/** The sidecar that is building. */
async function buildingNow(): Promise<Name> {
  const running = `select 1 from "buildRuns" where track = 'build'`;
  let found: Name | undefined;
  await until(async () => {
    // In one look: a build may be over a moment later.
    const [lease] = await query(
      pair.room.env,
      `select holder from leases where name = 'build' and exists (${running})`,
    );
    found = names.find((name) => String(lease?.holder).startsWith(`${pair.pid(name)}-`));
    return found !== undefined;
  }, 'a build has begun');
  return found!;
}

for (const withGroup of sized([true], [true, false])) {
  const what = withGroup ? 'with its build' : 'alone';
  test(`the one that builds is killed ${what}: the other one finishes, and the events go out once`, async () => {
    await pair.built();
    const [id] = await pair.publish(1);
    const dead = await buildingNow();
    await pair.kill(dead, withGroup);
    const other = dead === 'one' ? 'two' : 'one';
    if (withGroup) assert.ok(!(await isLive(id!, other)), 'killed too late');
    // In a long run the lease is really waited for.
    if (!isLong) await query(pair.room.env, `update leases set until = 0 where name = 'build'`);
    await until(() => isLive(id!, other), `${id} at ${other}`, patienceMs);
    await allHave(id!);
    await pair.start(dead);
    await pair.built();
    for (const subscriber of subscribers) assert.equal(itemsAt(subscriber).filter((item) => item === id).length, 1);
  });
}

test(`one is killed during deliveries: the other one sends the rest, with the same webhook-ids (seed ${seed})`, async () => {
  const soFar = () => subscribers.reduce((sum, { bodies }) => sum + bodies.size, 0);
  const enough = soFar() + Math.ceil((0.1 + 0.8 * chance()) * eventsOfKill * howMany);
  const ids = await pair.publish(eventsOfKill);
  await until(() => soFar() >= enough, `${enough} deliveries`, patienceMs);
  const dead = chance() < 0.5 ? 'one' : 'two';
  await pair.kill(dead, true);
  // A long run waits until the leases of the killed sidecar expire.
  if (!isLong) await query(pair.room.env, 'update deliveries set "claimedUntil" = 0 where "claimedUntil" > 0');
  await until(async () => (await pending()) === 0, 'every delivery', patienceMs);
  for (const subscriber of subscribers) {
    assert.deepEqual(itemsAt(subscriber).slice(-eventsOfKill), ids);
    assert.deepEqual(subscriber.problems, []);
  }
  await pair.start(dead);
});

test('two requests with one Idempotency-Key to both at once: one booking', async () => {
  const { env } = pair.room;
  const before = await count(env, 'bookings');
  const pairs = sized(20, 500);
  for (let n = 0; n < pairs; n++) {
    const ask = (name: Name) =>
      insist<{ requestId: string }>(
        { baseUrl: pair.origins[name] },
        '/api/agent/booking-request',
        { showName: 'x' },
        `k${n}`,
      );
    const [one, two] = await Promise.all(names.map(ask));
    assert.deepEqual(one, two);
  }
  assert.equal((await count(env, 'bookings')) - before, pairs);
});

test('a rate is counted across both', async () => {
  const ask = (n: number) => postJson({ baseUrl: pair.origins[names[n % 2]!] }, '/api/guest-kit', { showName: 'x' });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
  // A minute may have ended meanwhile.
  const windows = Map.groupBy(answers, ({ headers }) => headers.get('x-ratelimit-reset'));
  for (const ones of windows.values()) {
    const taken = ones.filter(({ status }) => status === 200).length;
    assert.equal(taken, Math.min(10, ones.length));
    assert.ok(ones.every(({ status }) => status === 200 || status === 429));
  }
});
