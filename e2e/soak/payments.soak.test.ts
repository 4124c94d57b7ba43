// Payments on every rail amid kills of the sidecar, outages of wallet and relay, clock steps and price changes: each
// satoshi is booked once, who paid has the text, nobody else does.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creator, idOf, itemFile, testContent } from '../content.ts';
import { command, launch, makeRoom, manyRequests, type Room, type Sidecar } from '../room.ts';
import { until } from '../until.ts';
import { type LightningWallet, startWallet } from '../wallet.ts';
import { NotYet, type Opened, rails, showsPreimage } from './rails.ts';
import { type Chance, chanceOf, progress, seed, sized } from './size.ts';
import { query } from './store.ts';

const paidEach = sized(2, Number(process.env.SOAK_PAYMENTS ?? 500));
const unpaidShare = sized(0.2, 0.1);
const patienceMs = sized(90_000, 20 * 60_000);
const minuteMs = 60_000;
const furthestMs = 20 * minuteMs;
const articles = [21, 22, 23].map((n) => ({ id: idOf('toll', n), text: `Only who paid reads line ${n}.` }));
const names = Object.keys(rails) as (keyof typeof rails)[];
const total = paidEach * names.length;
const faultActor = 1;
const railActor = 100;

let room: Room;
let wallet: LightningWallet;
let sidecar: Sidecar;
let clockFile: string;

const pricesOf = (chance: Chance) => {
  const articles = 2 + Math.floor(chance() * 8);
  return { enabled: true, prices: { articles }, dayPassSats: articles + 3, tips: { name: 'mara' } };
};
const setClock = (offsetMs: number) => writeFileSync(clockFile, String(offsetMs));

async function start(): Promise<void> {
  const command = [process.execPath, '--import', resolve(import.meta.dirname, 'stepped-clock.ts')];
  sidecar = launch({ ...room.env, CLOCK_FILE: clockFile }, { command });
  await sidecar.ready;
}

before(async () => {
  wallet = await startWallet();
  const published = articles.map(({ id, text }, n) => [
    `published/${id}.md`,
    itemFile({ id, type: 'article', title: `Toll ${n}`, date: `2026-04-0${n + 1}T10:00:00Z` }, text),
  ]);
  const files = {
    'access.json': JSON.stringify(pricesOf(chanceOf(0))),
    // The relay of the test's wallet is the room's, too.
    'creator.json': JSON.stringify({ ...creator, nostr: undefined }),
    ...Object.fromEntries(published),
  };
  room = await makeRoom(await testContent(files), {
    RATES: manyRequests,
    WALLET: 'nwc',
    NWC_URL: wallet.nwcUrl,
    ALLOWED_HOSTS: new URL(wallet.url).host,
    TRUST_PROXY: '127.0.0.1',
  });
  clockFile = join(room.env.DATA_DIR!, '..', 'clock');
  setClock(0);
  await start();
});
after(async () => {
  await sidecar.end('SIGKILL');
  await room.remove();
  await wallet.stop();
});

/** The outcome of each invoice. */
const buyers: { rail: string; text: string; opened: Opened; preimage: string | undefined }[] = [];
let paid = 0;

async function insist<T>(work: () => Promise<T>, what: string): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotYet) || Date.now() > end) throw new Error(what, { cause: error });
      await sleep(100);
    }
  }
}

async function getText({ rail, opened, text, preimage }: (typeof buyers)[number]): Promise<void> {
  if (rail === 'tip') return;
  await insist(async () => {
    const said = await opened.ask(preimage!);
    if (said.includes(text)) return;
    assert.ok(!showsPreimage.has(rail), `${rail}: who shows the preimage is refused: ${said.slice(0, 300)}`);
    throw new NotYet(said);
  }, `${rail}: the text for a payment`);
}

const guessed = 'ab'.repeat(32);

async function assertClosed({ rail, opened, text }: (typeof buyers)[number]): Promise<void> {
  const said = await opened.ask(guessed).catch((error: unknown) => {
    if (error instanceof NotYet) return '';
    throw error;
  });
  assert.ok(!said.includes(text), `${rail}: a text that nobody paid for`);
}

async function buy(rail: keyof typeof rails, n: number, chance: Chance): Promise<void> {
  const { id, text } = articles[Math.floor(chance() * articles.length)]!;
  const resourceId = chance() < 0.3 ? 'articles' : `article:${id}`;
  // Each at an address of its own.
  const from = { 'x-forwarded-for': `198.${18 + names.indexOf(rail)}.${n >> 8}.${n & 255}` };
  const tipMsat = 1000 * (1 + Math.floor(chance() * 50));
  const opened = await insist(() => rails[rail]({ room, from, id, resourceId, tipMsat }), `${rail}: an invoice`);
  const buyer: (typeof buyers)[number] = { rail, text, opened, preimage: undefined };
  buyers.push(buyer);
  if (chance() < unpaidShare) return assertClosed(buyer);
  buyer.preimage = await wallet.pay(opened.invoice);
  await getText(buyer);
  paid++;
  progress(`${paid} of ${total} payments`);
}

async function buyAll(rail: keyof typeof rails): Promise<void> {
  const chance = chanceOf(railActor + names.indexOf(rail));
  for (let n = 0; buyers.filter((one) => one.rail === rail && one.preimage).length < paidEach; n++)
    await buy(rail, n, chance);
}

async function whileAway(away: (isAway: boolean) => void | Promise<void>, ms: number): Promise<void> {
  await away(true);
  await sleep(ms);
  await away(false);
}

const faults: Record<string, { times: number; happen: (chance: Chance) => Promise<void> }> = {
  kill: {
    times: sized(1, 60),
    happen: async () => {
      await sidecar.end('SIGKILL');
      await start();
    },
  },
  'wallet and relay down': { times: sized(1, 60), happen: (chance) => whileAway(wallet.down, chance() * 2000) },
  'wallet hung': {
    times: sized(1, 40),
    happen: async (chance) => whileAway(wallet.hang, chance() * sized(2000, 5000)),
  },
  'clock step': {
    times: sized(2, 80),
    happen: async (chance) => {
      setClock(Math.round((chance() * 2 - 1) * furthestMs));
      process.kill(sidecar.pid, 'SIGUSR2');
    },
  },
  // Costs a build.
  'price change': {
    times: sized(0, 12),
    happen: async (chance) => {
      writeFileSync(join(room.content, 'access.json'), JSON.stringify(pricesOf(chance)));
      await command(room.env, 'build');
    },
  },
};

const plan = (chance: Chance): string[] =>
  Object.entries(faults)
    .flatMap(([name, { times }]) => Array.from({ length: times }, () => ({ name, at: chance() })))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);

async function breakThings(chance: Chance, isOver: () => boolean): Promise<void> {
  const all = plan(chance);
  for (const [n, name] of all.entries()) {
    while (paid < ((n + 0.5) / all.length) * total && !isOver()) await sleep(20);
    if (isOver()) return;
    await faults[name]!.happen(chance);
  }
}

test(`${paidEach} payments on each of ${names.length} rails (seed ${seed})`, async (t) => {
  let isOver = false;
  const buying = Promise.all(names.map(buyAll)).finally(() => (isOver = true));
  await Promise.all([buying, breakThings(chanceOf(faultActor), () => isOver)]);
  t.diagnostic(`${paid} payments, ${buyers.length - paid} invoices that nobody paid`);
});

interface Received {
  r_hash: string;
  amt_paid_msat: string;
}

/** Payments that the wallet has received: hash and millisatoshis. */
async function received(): Promise<string[]> {
  const answer = await fetch(`${wallet.url}/v1/invoices?num_max_invoices=10000`);
  const { invoices } = (await answer.json()) as { invoices: Received[] };
  return invoices.map(
    ({ r_hash, amt_paid_msat }) => `${Buffer.from(r_hash, 'base64').toString('hex')} ${amt_paid_msat}`,
  );
}

const booked = async (): Promise<string[]> => {
  const rows = await query(
    room.env,
    `select grants."paymentHash", coalesce(invoices."receivedMsat", 1000 * grants."amountSats") as msat
    from grants left join invoices on invoices."tokenId" = grants."tokenId" where grants.source = 'payment'`,
  );
  return rows.map(({ paymentHash, msat }) => `${paymentHash} ${msat}`);
};

test('every satoshi that the wallet received is in the books once, also where nobody asked for it', async (t) => {
  let lines: string[] = [];
  let offsetMs = furthestMs;
  const all = (await received()).sort();
  await until(
    async () => {
      lines = await booked();
      // Minutes pass, so that the room looks for what it was not told of.
      setClock((offsetMs += 5 * minuteMs));
      process.kill(sidecar.pid, 'SIGUSR2');
      if (lines.length < all.length) await sleep(1000);
      return lines.length >= all.length;
    },
    () => `${all.length} payments are booked: ${lines.length}`,
    patienceMs,
  );
  assert.deepEqual(lines.sort(), all);
  assert.equal(all.length, paid);
  t.diagnostic(`${all.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0) / 1000} sats`);
});

test('only clients that paid have the text after every change of prices', async () => {
  setClock(0);
  process.kill(sidecar.pid, 'SIGUSR2');
  for (const buyer of buyers) await (buyer.preimage ? getText(buyer) : assertClosed(buyer));
});
