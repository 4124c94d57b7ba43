// Rooms and a Nexus as separate processes: they report, publish, go away and come back, and the directory is right
// after each step.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { postJson } from '../room.ts';
import { until } from '../until.ts';
import { type Counted, type Hub, makeMember, type Member, startCounted, startHub } from './federation.ts';
import { sized } from './size.ts';

const howMany = sized(2, 20);
const patienceMs = sized(90_000, 600_000);

interface Creator {
  name: string;
  agentBaseUrl: string;
  updatedAt: string;
  status: string;
  seenAt: string;
}

let hub: Hub;
let counted: Counted;
const members: Member[] = [];
before(async () => {
  hub = await startHub();
  counted = await startCounted();
  for (let n = 0; n < howMany; n++) members.push(await makeMember(n, hub.origins[n % 2]!));
});
after(async () => {
  for (const { remove } of members) await remove();
  counted?.stop();
  await hub?.stop();
});

async function read<T>(path: string, hubNumber = 0): Promise<T> {
  const response = await fetch(hub.origins[hubNumber] + path);
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

const listed = async (query = ''): Promise<Creator[]> =>
  (await read<{ creators: Creator[] }>(`/api/nexus/creators?limit=100&sort=nameAsc${query}`)).creators;
const names = async (query = '') => (await listed(query)).map(({ name }) => name).sort();
const namesOf = (some: Member[]) => some.map(({ name }) => name).sort();
const foundBy = async (word: string): Promise<string[]> => {
  const { creators } = await read<{ creators: Creator[] }>(`/api/nexus/search?limit=50&q=${word}`, 1);
  return creators.map(({ name }) => name).sort();
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const comeTrue = (is: () => Promise<unknown>, wanted: unknown, what: string) =>
  until(async () => same(await is(), wanted), what, patienceMs);

test(`${howMany} rooms report themselves at start, each under its own origin`, async () => {
  await Promise.all(members.map(({ start }) => start()));
  await comeTrue(names, namesOf(members), 'all rooms are listed');
  for (const { name, baseUrl } of members) {
    const [creator] = (await listed()).filter((one) => one.name === name);
    assert.equal(creator!.agentBaseUrl, baseUrl);
    assert.equal(creator!.status, 'active');
  }
  const rivers = namesOf(members.filter((_, n) => n % 2 === 0));
  assert.deepEqual(await names('&topic=rivers'), rivers);
});

test('new items of a room are found as soon as they are live, before the scheduled visit', async () => {
  const known = new Map((await listed()).map(({ name, updatedAt }) => [name, updatedAt]));
  const first = members[0]!;
  await first.publish('wintering');
  await comeTrue(() => foundBy('wintering'), [first.name], 'the item is found');
  const [newest] = (await read<{ entries: Creator[] }>('/api/nexus/feed?limit=1')).entries;
  assert.equal(newest!.agentBaseUrl, first.baseUrl);
  assert.ok(newest!.updatedAt > known.get(first.name)!);
  for (const { name, updatedAt } of await listed())
    if (name !== first.name) assert.equal(updatedAt, known.get(name), name);
});

test('two workers visit each room once between them', async () => {
  await postJson({ baseUrl: hub.origins[0]! }, '/api/nexus/register', { agentBaseUrl: counted.baseUrl });
  for (let round = 1; round <= 5; round++) {
    const seen = async () => (await listed()).map(({ seenAt }) => seenAt);
    const now = new Date().toISOString();
    await hub.passTime();
    await until(async () => (await seen()).every((at) => at > now), 'all are visited', patienceMs);
    assert.equal(counted.visits(), 1 + round);
  }
});

test('rooms that go away become stale, then leave the list, and are back once they start again', async () => {
  counted.stop();
  const away = members.filter((_, n) => n % 2 === 0);
  const there = members.filter((_, n) => n % 2 === 1);
  await Promise.all(away.map(({ stop }) => stop()));
  const stale = async () =>
    (await listed())
      .filter(({ status }) => status === 'stale')
      .map(({ name }) => name)
      .sort();
  await until(
    async () => {
      await hub.passTime();
      return same(await stale(), ['Counted', ...namesOf(away)]);
    },
    'they are stale',
    patienceMs,
  );
  await hub.passDays(31);
  await comeTrue(names, namesOf(there), 'they are dropped');
  assert.deepEqual(await foundBy('wintering'), []);
  await Promise.all(away.map(({ start }) => start()));
  await comeTrue(names, namesOf(members), 'they are back');
  assert.deepEqual(await foundBy('wintering'), [members[0]!.name]);
});

test('a room that does not want to be listed leaves with its next build, and comes back when it does', async () => {
  const [first, ...others] = members as [Member, ...Member[]];
  await first.setListed(false);
  await comeTrue(names, namesOf(others), 'it has left');
  assert.deepEqual(await foundBy('wintering'), []);
  await first.setListed(true);
  await comeTrue(names, namesOf(members), 'it is back');
});
