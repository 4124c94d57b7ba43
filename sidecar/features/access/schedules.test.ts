// Random schedules of concurrent payments, work and use of tokens: each payment and each work result is granted once,
// and none is lost.
import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { onBothStores } from '../../storage/test-stores.ts';
import type { Db, Store } from '../../storage/store.ts';
import { tokenChecker } from './check.ts';
import { createAccessToken, grantWork } from './grants.ts';
import { type Derive, secretReader } from './secret.ts';
import { settleDueInvoices } from './settle.ts';
import { createMemoryWallet, type MemoryWallet, openTestPayment, type TestPayment } from './test-payments.ts';
import { verifyPayment } from './verify.ts';
import { WalletTrouble } from './wallets/wallet.ts';

const isLong = process.env.SOAK === 'long';
const seed = Number(process.env.SOAK_SEED ?? 1);
const schedules = isLong ? 10_000 : 60;
const payments = 3;
const location = 'http://room.example';
const resourceId = 'guest-kit';
const access = { enabled: true, prices: { 'guest-kit': 21 } };
const start = 1_800_000_000_000;

type Action = 'pay' | 'verify' | 'verify_hash' | 'use' | 'settle' | 'submit_work' | 'down' | 'up' | 'restart';
interface Step {
  action: Action;
  /** Index of the payment. */
  at: number;
}

const frequentActions: Action[] = ['verify', 'verify_hash', 'use', 'submit_work'];
const steps = fc.array(
  fc.record({
    action: fc.constantFrom<Action>(...frequentActions, ...frequentActions, 'pay', 'settle', 'down', 'up', 'restart'),
    at: fc.nat(payments - 1),
  }),
  { minLength: 4, maxLength: 16 },
);

/** Tokens of clients by payment, and number of tokens issued for its hash only. */
interface IssuedTokens {
  tokens: Set<string>[];
  byHash: number[];
  work: string[][];
}

interface World {
  db: Db;
  derive: Derive;
  memory: MemoryWallet;
  opened: TestPayment[];
  issued: IssuedTokens;
  /** Unique name of the schedule. */
  name: string;
  check: ReturnType<typeof tokenChecker>['check'];
}

const settleDeps = ({ db, memory }: World) => ({ db, wallet: memory.wallet, now: () => start + 60_000 });
const newChecker = (world: World) => tokenChecker(settleDeps(world), secretReader(world.db)).check;

async function verify(world: World, at: number, byHash: boolean): Promise<void> {
  const { invoice, contextToken } = world.opened[at]!;
  const key = byHash ? { paymentHash: invoice.paymentHash } : { contextToken };
  const grant = await verifyPayment(settleDeps(world), world.derive, key);
  if (typeof grant === 'string') {
    assert.ok(grant === 'unpaid' || (byHash && grant === 'already_claimed'), grant);
    return;
  }
  assert.ok(world.memory.isPaid(invoice.paymentHash), 'granted without a payment');
  world.issued.tokens[at]!.add(createAccessToken(world.derive, location, { ...grant, preimage: grant.preimage! }));
  if (byHash) world.issued.byHash[at]!++;
}

async function useToken(world: World, at: number): Promise<void> {
  const { invoice, token } = world.opened[at]!;
  const result = await world.check(token, access, resourceId);
  if ('grant' in result) assert.ok(world.memory.isPaid(invoice.paymentHash), 'useToken without a payment');
  else assert.equal(result.reason, 'unpaid');
}

/** Accepts a task: stores its row and its grant in one transaction. */
async function submitWork({ db, derive, name, issued }: World, at: number): Promise<void> {
  const accessToken = await db.transaction().execute(async (tx) => {
    const task = { name: `task ${name} ${at}`, value: 'accepted' };
    const row = await tx
      .insertInto('secrets')
      .values(task)
      .onConflict((on) => on.doNothing())
      .returning('name')
      .executeTakeFirst();
    return row && (await grantWork(tx, derive, { resourceId, location, now: start })).accessToken;
  });
  if (accessToken) issued.work[at]!.push(accessToken);
}

const actions: Record<Action, (world: World, at: number) => unknown> = {
  pay: ({ memory, opened }, at) => memory.pay(opened[at]!.invoice.paymentHash),
  verify: (world, at) => verify(world, at, false),
  verify_hash: (world, at) => verify(world, at, true),
  use: useToken,
  settle: (world) => settleDueInvoices(settleDeps(world)),
  submit_work: submitWork,
  down: ({ memory }) => memory.setDown(true),
  up: ({ memory }) => memory.setDown(false),
  restart: (world) => (world.check = newChecker(world)),
};

async function orDown(work: unknown): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof WalletTrouble)) throw error;
  }
}

async function openWorld(db: Db, name: string, pause: () => Promise<unknown>): Promise<World> {
  const memory = createMemoryWallet(pause);
  const derive = await secretReader(db)();
  const opened: TestPayment[] = [];
  for (let i = 0; i < payments; i++) opened.push(await openTestPayment(db, memory, derive, resourceId, start));
  const issued = {
    tokens: opened.map(() => new Set<string>()),
    byHash: opened.map(() => 0),
    work: opened.map(() => []),
  };
  const world = { db, derive, memory, opened, issued, name } as unknown as World;
  world.check = newChecker(world);
  return world;
}

/** Asserts that after an outage each payer, and nobody else, gets one token. */
async function assertSettled(world: World): Promise<void> {
  const { db, memory, opened, issued } = world;
  memory.setDown(false);
  for (const [at, { invoice, token }] of opened.entries()) {
    await verify(world, at, false);
    const isPaid = memory.isPaid(invoice.paymentHash);
    const rows = await db.selectFrom('grants').selectAll().where('paymentHash', '=', invoice.paymentHash).execute();
    assert.equal(rows.length, isPaid ? 1 : 0);
    assert.deepEqual([...issued.tokens[at]!], isPaid ? [token] : []);
    assert.ok(issued.byHash[at]! <= 1, 'a payment hash gave two tokens');
    assert.equal('grant' in (await newChecker(world)(token, access, resourceId)), isPaid);
    assert.ok(issued.work[at]!.length <= 1, 'one work result gave two tokens');
    for (const accessToken of issued.work[at]!)
      assert.ok('grant' in (await world.check(accessToken, access, resourceId)));
  }
}

async function clean({ db, opened }: World): Promise<void> {
  const ids = opened.map(({ invoice }) => invoice.tokenId);
  await db.deleteFrom('invoices').where('tokenId', 'in', ids).execute();
}

async function runSchedule({ db }: Store, name: string, scheduler: fc.Scheduler, all: Step[]): Promise<void> {
  const world = await openWorld(db, name, () => scheduler.schedule(Promise.resolve(), 'the wallet answers'));
  const running = all.map(async ({ action, at }) => {
    await scheduler.schedule(Promise.resolve(), action);
    await orDown(actions[action](world, at));
  });
  await scheduler.waitFor(Promise.all(running));
  const settled = assertSettled(world);
  await scheduler.waitFor(settled);
  await clean(world);
}

onBothStores('schedules of payment, work and use', (open) => {
  test(`${schedules} random schedules grant each payment and each work result once, and lose none`, async () => {
    const { kind, db } = open();
    // The test does not crash, so commits do not have to wait for the disk.
    if (kind === 'sqlite') await sql`pragma synchronous = off`.execute(db);
    let number = 0;
    const property = fc.asyncProperty(fc.scheduler(), steps, (scheduler, all) =>
      runSchedule(open(), `${seed} ${number++}`, scheduler, all),
    );
    await fc.assert(property, { seed, numRuns: schedules, endOnFailure: true });
  });
});
