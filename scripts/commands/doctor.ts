// npm run doctor: whether the settings hold, the store answers, the wallet makes an invoice that it knows again, and the Nexus lists the room.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#contract/endpoints.ts';
import { AccessFile } from '#contract/schemas/content-files.ts';
import { LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import { checker } from '#contract/validation.ts';
import { isPaywalled } from '#domain/access.ts';
import { shorten } from '#domain/room.ts';
import { readSettings, type Settings } from '#domain/settings.ts';
import { lineWithSigns, withSigns } from '#domain/text/unseen.ts';
import { openWallet } from '../../sidecar/access/wallets/open.ts';
import { type Limits, slowestPace } from '../../sidecar/outgoing/limits.ts';
import { type Outgoing, outgoing } from '../../sidecar/outgoing/outgoing.ts';
import { storePlace } from '../../sidecar/store/place.ts';
import { openStore, type Store } from '../../sidecar/store/store.ts';
import { feedsState } from '../feeds/state.ts';
import { contentDir, environment, root } from '../settings.ts';
import { command } from './command.ts';

const invoice = { amountMsat: 1000, description: 'A test of the wallet: do not pay', expirySec: 300 };

let failed = 0;
const line = (text: string): string => shorten(lineWithSigns(text), 300);
/** What a check found, or undefined where it failed. */
async function check<T>(name: string, look: () => T | Promise<T>, says: (found: T) => string): Promise<T | undefined> {
  try {
    const found = await look();
    console.log(`ok    ${name}: ${says(found)}`);
    return found;
  } catch (error) {
    failed++;
    console.log(withSigns(`FAIL  ${name}: ${(error as Error).message}`));
    return undefined;
  }
}

async function readAccess(): Promise<AccessFile> {
  const text = await readFile(join(contentDir(), 'access.json'), 'utf8').catch(() => '{"enabled": false}');
  const result = checker(AccessFile)(JSON.parse(text));
  if (result.ok) return result.value;
  throw new Error('access.json has the wrong form: npm run ingest says where');
}

/** Items that the last reading of the content folder left out of the room. */
async function readLeftOut(): Promise<string> {
  const text = await readFile(join(contentDir(), '.build', leftOutFile), 'utf8').catch(() => '{"items": []}');
  const result = checker(LeftOut)(JSON.parse(text));
  const items = result.ok ? result.value.items : [];
  if (items.length === 0) return 'every published item is in the room';
  const named = items.slice(0, 5).map(({ name, problem }) => line(`published/${name}: ${problem}`));
  throw new Error(`${items.length} left out. ${named.join('; ')}. Mend the files, or reject them in the console`);
}

async function tryWallet({ wallet: settings }: Settings, { db }: Store, { send }: Outgoing): Promise<string> {
  const wallet = openWallet(settings, { db, now: Date.now, send });
  try {
    const { invoice: text, paymentHash } = await wallet.createInvoice(invoice);
    const { state } = await wallet.lookupInvoice(paymentHash);
    if (state === 'unknown') throw new Error('it does not know the invoice that it has just made');
    return `${wallet.name} made the invoice ${text.slice(0, 24)}… and says that it is ${state}`;
  } finally {
    wallet.close();
  }
}

/** It visits this room before it answers. */
const nexusLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  wholeMs: 60_000,
  bytes: 256 * 1024,
  redirects: 0,
  pace: slowestPace,
};

interface NexusAnswer {
  tenantId?: string;
  error?: { message: string };
}

/** Reports this room as the sidecar does; the Nexus visits it, so that it must be up. */
async function tryNexus({ baseUrl }: Settings, nexusUrl: string, { send }: Outgoing): Promise<string> {
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ agentBaseUrl: baseUrl }) };
  const how = { method: 'POST', ...sent, limits: nexusLimits, isOwners: true } as const;
  const { status, body } = await send(nexusUrl + endpoints.nexusRegister.path, how).catch((error: Error) => {
    throw new Error(`${nexusUrl} does not answer: ${error.message}`);
  });
  const text = body.toString();
  const { tenantId, error } = (text.startsWith('{') ? JSON.parse(text) : {}) as NexusAnswer;
  if (status !== 200) throw new Error(`${nexusUrl} answers with ${status}. ${line(error?.message ?? '')}`);
  return `${nexusUrl} lists ${baseUrl} as ${line(tenantId ?? 'nothing')}`;
}

async function checkAll(settings: Settings): Promise<void> {
  const access = await check('access.json', readAccess, (found) =>
    isPaywalled(found) ? 'something has a price' : 'nothing has a price, so that no wallet is needed',
  );
  await check('feeds', () => feedsState(contentDir()), line);
  await check('items', readLeftOut, String);
  const store = await check('store', () => openStore(storePlace(settings)), ({ kind }) => kind); // prettier-ignore
  if (!store) return;
  const needsWallet = access === undefined || isPaywalled(access) || settings.wallet.kind !== 'none';
  const { url } = settings.nexus;
  const room = outgoing(settings);
  if (url) await check('Nexus', () => tryNexus(settings, url, room), String);
  if (needsWallet) await check('wallet', () => tryWallet(settings, store, room), String);
  await store.close();
}

export const doctor = command({
  summary: 'Checks that the settings hold, the store answers, the wallet makes invoices and the Nexus lists the room.',
  options: {},
  endings: { 0: 'all is well', 1: 'something is wrong' },
  run: async () => {
    const settings = await check('settings', () => readSettings(environment().env, root, environment().file), ({ baseUrl }) => baseUrl); // prettier-ignore
    if (settings) await checkAll(settings);
    return failed === 0 ? 0 : 1;
  },
});
