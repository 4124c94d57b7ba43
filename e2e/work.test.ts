// Work in place of payment as agents meet it: from the 402 to the text, through the pool, and every way that must not
// lead there.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PaymentRequired } from '#contract/schemas/payment.ts';
import type { MatchInput, PoolSubmitted, PoolTasks, WorkTask } from '#contract/schemas/work.ts';
import { testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';
import { at, solve } from './worker.ts';

let room: RunningRoom;
let articles: string[];

const start = (access: object, settings: Record<string, string> = {}): Promise<RunningRoom> =>
  startRoom(undefined, settings, { 'access.json': JSON.stringify(access) });

before(async () => {
  const settings = { RATES: 'action=1000,l402=1000,quote=1000', TRUST_PROXY: '127.0.0.1' };
  room = await start({ enabled: true, prices: { articles: 21, 'guest-kit': 21 } }, settings);
  articles = (await readdir(join(room.content, 'published'))).map((name) => name.replace('.md', ''));
});
after(() => room.stop());

const text = (id: string) => `${room.baseUrl}/api/article/${id}/markdown`;
const reasonOf = async (response: Response): Promise<unknown> => {
  const { error } = (await response.json()) as { error: { details: Record<string, unknown> } };
  return error.details.reason ?? error.details.field;
};

interface Offered {
  task: WorkTask;
  /** The resource that the work opens. */
  id: string;
  submission: object;
}

/** A task for a priced article, because a summary would need a writer. */
async function offer(address: string): Promise<Offered> {
  for (const id of articles) {
    const refused = await fetch(text(id));
    if (refused.status !== 402) continue;
    const { payment_context_token, tiers } = (await refused.json()) as PaymentRequired;
    const tier = tiers.find((one) => one.id === 'pay_or_work');
    assert.ok(tier && 'workOfferUrl' in tier);
    const body = { resourceId: `article:${id}`, paymentContextToken: payment_context_token };
    const answer = await postJson(room, new URL(tier.workOfferUrl).pathname, body, at(address));
    assert.equal(answer.status, 200, await answer.clone().text());
    const task = (await answer.json()) as WorkTask;
    const submission = await solve(room, task);
    if (submission) return { task, id, submission };
  }
  return assert.fail('no task that the worker can do');
}

const submit = ({ taskId }: Pick<WorkTask, 'taskId'>, submission: unknown, address: string, headers = {}) =>
  postJson(room, '/api/agent/work-submit', { taskId, submission }, { ...at(address), ...headers });

test('from the 402 by work to the text, and no further', async () => {
  const { task, id, submission } = await offer('198.51.100.1');
  assert.equal(task.submitUrl, `${room.baseUrl}/api/agent/work-submit`);
  const done = await submit(task, submission, '198.51.100.1');
  assert.equal(done.status, 200, await done.clone().text());
  const { accessToken, resourceId } = (await done.json()) as { accessToken: string; resourceId: string };
  assert.equal(resourceId, `article:${id}`);
  const headers = { authorization: `L402 ${accessToken}` };
  assert.equal((await fetch(text(id), { headers })).status, 200);
  const statuses = await Promise.all(articles.map(async (other) => (await fetch(text(other), { headers })).status));
  assert.equal(statuses.filter((status) => status === 200).length, 1);
});

test('replayed submissions, at once and later, give the one token', async () => {
  const { task, submission } = await offer('198.51.100.2');
  const all = await Promise.all(Array.from({ length: 10 }, () => submit(task, submission, '198.51.100.2')));
  const tokens = await Promise.all(all.map(async (one) => ((await one.json()) as { accessToken: string }).accessToken));
  assert.equal(new Set(tokens).size, 1);
  assert.ok(tokens[0]);
});

test('mass guessing: what fits the form is judged once, Idempotency-Key or not, and five failures lock the client out for an hour', async () => {
  const address = '198.51.100.3';
  const refusals: unknown[] = [];
  for (const id of articles) {
    const asked = await postJson(room, '/api/agent/work-offer', { resourceId: `article:${id}` }, at(address));
    if (asked.status === 429) break;
    if (asked.status !== 200) continue;
    const task = (await asked.json()) as WorkTask;
    const { questions = [], options = [] } = task.input as Partial<MatchInput>;
    const guesses = Object.fromEntries(questions.map((one) => [one.id, options[0]!.id]));
    const guessed = task.type === 'match' ? { matchId: guesses } : { summary: `${'Guessed words '.repeat(9)}.` };
    const guess = () => submit(task, guessed, address, { 'idempotency-key': id });
    refusals.push(await reasonOf(await guess()));
    assert.equal(await reasonOf(await guess()), 'done');
  }
  assert.deepEqual(refusals, Array(5).fill('rejected'));
  const waiting = await postJson(room, '/api/agent/work-offer', { resourceId: 'articles' }, at(address));
  assert.equal(waiting.status, 429);
  assert.ok(Number(waiting.headers.get('retry-after')) > 3000);
});

test('invalid requests for work are refused, each with its own reason', async () => {
  const post = (body: unknown, path = '/api/agent/work-offer') => postJson(room, path, body, at('198.51.100.4'));
  for (const resourceId of ['nothing', 'transcribe', 'article:none-00000000', '__proto__'])
    assert.equal(await reasonOf(await post({ resourceId })), 'not_paywalled', resourceId);
  assert.equal(await reasonOf(await post({})), 'resourceId');
  const forged = { resourceId: 'articles', paymentContextToken: 'forged' };
  assert.equal(await reasonOf(await post(forged)), 'unknown');
  assert.equal(await reasonOf(await post({ taskId: 'none', submission: {} }, '/api/agent/work-submit')), 'unknown');
  const { task } = await offer('198.51.100.4');
  for (const submission of [
    {},
    { label: {} },
    { label: { a: 'x\u0000' } },
    { answers: 7 },
    { summary: 'x'.repeat(5000) },
  ])
    assert.equal((await post({ taskId: task.taskId, submission }, '/api/agent/work-submit')).status, 400);
});

const available = async (): Promise<PoolTasks['tasks']> => {
  const list = async () =>
    ((await (await fetch(`${room.baseUrl}/api/tasks/available?limit=100`)).json()) as PoolTasks).tasks;
  await until(async () => (await list()).length > 0, 'the pool is filled');
  return list();
};
const claim = (taskId: string, workerId: string, address: string) =>
  postJson(room, '/api/tasks/claim', { taskId, workerId }, at(address));

test('the pool: claimed once, handed in with the claim alone, and worth a token', async () => {
  const task = (await available()).find(({ type }) => type === 'match')!;
  const claims = await Promise.all([5, 6, 7].map((n) => claim(task.taskId, 'w', `198.51.100.${n}`)));
  assert.deepEqual(claims.map(({ status }) => status).sort(), [200, 400, 400]);
  const { claimToken } = (await claims.find(({ ok }) => ok)!.json()) as { claimToken: string };
  assert.ok((await available()).every(({ taskId }) => taskId !== task.taskId));
  const submission = await solve(room, task);
  const hand = (token: string) =>
    postJson(room, '/api/tasks/submit', { taskId: task.taskId, claimToken: token, submission }, at('198.51.100.5'));
  assert.equal(await reasonOf(await hand('stolen')), 'not_claimed');
  const done = (await (await hand(claimToken)).json()) as PoolSubmitted;
  assert.equal(done.status, 'accepted', JSON.stringify(done));
  const again = (await (await hand(claimToken)).json()) as PoolSubmitted;
  assert.equal(again.accessToken, done.accessToken);
  const authorization = `L402 ${done.accessToken}`;
  const isKit = task.reward.resourceId === 'guest-kit';
  const opened = isKit
    ? await postJson(room, '/api/guest-kit', { showName: 'A show' }, { authorization })
    : await fetch(text((await offer('198.51.100.8')).id), { headers: { authorization } });
  assert.equal(opened.status, 200);
});

test('a client that lost a response gets it again with the Idempotency-Key: a task, a claim, a token', async () => {
  const again = async (path: string, body: object, key: string, address: string) => {
    const post = () => postJson(room, path, body, { ...at(address), 'idempotency-key': key });
    const first = await post();
    const second = await post();
    assert.deepEqual([first.status, second.status], [200, 200], await first.clone().text());
    const text = await first.text();
    assert.equal(await second.text(), text);
    return JSON.parse(text) as { claimToken: string };
  };
  const pool = '198.51.100.61';
  const task = (await available()).find(({ type }) => type === 'match')!;
  const { taskId } = task;
  const { claimToken } = await again('/api/tasks/claim', { taskId, workerId: 'w' }, 'claim', pool);
  const other = { taskId, workerId: 'other' };
  assert.equal(
    (await postJson(room, '/api/tasks/claim', other, { ...at(pool), 'idempotency-key': 'claim' })).status,
    422,
  );
  assert.equal(await reasonOf(await claim(taskId, 'w', '198.51.100.62')), 'taken');
  await again('/api/tasks/submit', { taskId, claimToken, submission: await solve(room, task) }, 'submit', pool);
  const offered = await offer('198.51.100.63');
  const handedIn = { taskId: offered.task.taskId, submission: offered.submission };
  await again('/api/agent/work-submit', handedIn, 'submit', '198.51.100.63');
  const resourceId = `article:${offered.id}`;
  await again('/api/agent/work-offer', { resourceId }, 'offer', '198.51.100.64');
});

test('no task holds more of a text that has a price than single sentences with a gap', async () => {
  const paid = (await fetch(`${room.baseUrl}/api/agent/content-index?type=article&limit=100`)).json() as Promise<{
    items: { id: string; summary?: string }[];
  }>;
  assert.ok((await paid).items.length > 0);
  const tasks = await available();
  const shown = JSON.stringify(tasks.filter(({ type }) => type !== 'match'));
  // From the midst of an article that costs 21 sats.
  for (const words of ['a tide is a sum of swings', 'nine hundred metres long. For about five hours']) {
    assert.ok(!shown.includes(words));
  }
  assert.ok(shown.includes('Submission:'));
  for (const { input } of tasks.filter(({ type }) => type === 'match'))
    for (const { text } of (input as MatchInput).questions)
      assert.ok(text.length < 230 && text.split('____').length === 2, text);
});

test('switched off: 402 where payment alone is taken, 400 where nothing has a price, and an empty pool', async () => {
  for (const [access, status, reason] of [
    [{ enabled: true, prices: { articles: 21 }, work: false }, 402, 'work_not_offered'],
    [{ enabled: false, prices: { articles: 21 } }, 400, 'disabled'],
  ] as const) {
    const off = await startRoom(await testContent({ 'access.json': JSON.stringify(access) }));
    try {
      const asked = await postJson(off, '/api/agent/work-offer', { resourceId: 'articles' });
      assert.equal(asked.status, status);
      assert.equal(await reasonOf(asked), reason);
      const pool = (await (await fetch(`${off.baseUrl}/api/tasks/available`)).json()) as PoolTasks;
      assert.deepEqual(pool, { tasks: [], count: 0, total: 0 });
      const claimed = await postJson(off, '/api/tasks/claim', { taskId: 'x', workerId: 'w' });
      assert.equal(await reasonOf(claimed), 'disabled');
    } finally {
      await off.stop();
    }
  }
});
