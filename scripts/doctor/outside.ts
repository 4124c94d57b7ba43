// What the room needs of others: its wallet and its Nexus. Both are only tried when that is asked for.
import { decodeInvoice } from '@getalby/lightning-tools/bolt11';
import { endpoints } from '#contract/endpoints.ts';
import { AccessFile } from '#contract/schemas/content-files.ts';
import { needsWallet } from '#domain/access/live-prices.ts';
import { isPayeeTested, takesUsdcAlone, testPayee, testWallet } from '../../sidecar/features/access/live-prices.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import type { Environment, Settings } from '../../sidecar/settings/settings.ts';
import { noWallet } from '../../sidecar/features/access/wallets/none.ts';
import type { Wallet } from '../../sidecar/features/access/wallets/wallet.ts';
import type { Db } from '../../sidecar/storage/store.ts';
import type { WalletSettings } from '../../sidecar/settings/wallet-settings.ts';
import { openWallet, walletId, type WalletDeps } from '../../sidecar/features/access/wallets/open.ts';
import { checkEarlierWallets } from './earlier-wallets.ts';
import { type RequestLimits, slowestPace } from '../../sidecar/outgoing/limits.ts';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { readJsonFile } from '../json-file.ts';
import { withRoomStore } from '../store.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const toShortLine = (text: string): string => plainLine(text, 300);

const maxSkewSeconds = 60;

/** How far the clock of the wallet is ahead, as its invoice says. */
export const clockSkewSeconds = (text: string, nowMs: number): number =>
  (decodeInvoice(text)?.timestamp ?? 0) - Math.round(nowMs / 1000);

/** Seen only of an invoice that somebody paid. */
async function describePreimage(db: Db, wallet: Wallet): Promise<string> {
  const paid = await db
    .selectFrom('invoices')
    .select('paymentHash')
    .where('wallet', '=', wallet.name)
    .where('state', '=', 'settled')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!paid) return 'nobody paid it yet, so that it is not known whether it shows the preimage';
  const found = await wallet.lookupInvoice(paid.paymentHash);
  if (found.state !== 'settled') throw new Error(`it says that the last payment of the books is ${found.state}`);
  return found.preimage ? 'it shows the preimage' : 'it does not show the preimage: who paid has to send it';
}

async function tryCurrentWallet(present: WalletSettings, deps: WalletDeps): Promise<string> {
  const wallet = openWallet(present, deps);
  try {
    const { invoice: text, state } = await testWallet(deps.db, wallet);
    const skew = clockSkewSeconds(text, Date.now());
    if (Math.abs(skew) > maxSkewSeconds)
      throw new Error(`its clock is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the one here`);
    const made = `${wallet.name} made the invoice ${text.slice(0, 24)}… and says that it is ${state}`;
    return `${made}; ${await describePreimage(deps.db, wallet)}`;
  } finally {
    wallet.close();
  }
}

const hasPassedTest = (env: Environment, access: AccessFile): Promise<boolean> =>
  withRoomStore(env, ({ db }, { wallet }) =>
    isPayeeTested({ db, wallet: { name: wallet.kind, id: walletId(wallet) } }, access),
  );

async function tryFacilitator(env: Environment, access: AccessFile): Promise<string> {
  await withRoomStore(env, ({ db }, settings) =>
    testPayee({ db, wallet: noWallet, send: openOutgoing(settings).send }, access),
  );
  return `${access.usdc!.facilitator} takes USDC`;
}

/** Programs pay such a room, and people cannot. */
async function checkFacilitator(env: Environment, access: AccessFile, tries: boolean): Promise<CheckResult[]> {
  const people = warning('people cannot pay and no tips arrive, since there is no Lightning wallet', {
    fix: 'set WALLET',
  });
  if (tries) return [...(await toCheckResults(tryFacilitator(env, access))), people];
  if (await hasPassedTest(env, access)) return [ok('USDC is set up; --try asks the facilitator'), people];
  return [
    problem('the facilitator has not answered a test, so that new prices are not live', { fix: 'run it with --try' }),
  ];
}

const tryWallets = (env: Environment): Promise<CheckResult[]> =>
  withRoomStore(env, async ({ db }, settings) => {
    const parts = { db, now: Date.now, send: openOutgoing(settings).send, timeoutMs: 10_000 };
    const present = await toCheckResults(tryCurrentWallet(settings.wallet, parts));
    return [...present, ...(await checkEarlierWallets(settings.wallet, parts))];
  });

const toCheckResults = (work: Promise<string>): Promise<CheckResult[]> =>
  work.then(
    (says) => [ok(says)],
    (error: Error) => [problem(error.message)],
  );

export async function checkWallet(
  env: Environment,
  { wallet: { kind } }: Settings,
  accessPath: string,
  tries: boolean,
): Promise<CheckResult[]> {
  const access = readJsonFile(accessPath, AccessFile, { enabled: false });
  const sells = needsWallet(access);
  if (!sells && (kind === 'none' || !tries)) return [ok('nothing has a price, so that no wallet is needed')];
  if (sells && takesUsdcAlone({ wallet: { name: kind } }, access)) return checkFacilitator(env, access, tries);
  if (kind === 'none')
    return [problem('something has a price, but there is no wallet', { fix: 'set WALLET, or take the prices out' })];
  if (!tries && kind !== 'development' && !(await hasPassedTest(env, access)))
    return [problem(`${kind} has not answered a test, so that new prices are not live`, { fix: 'run it with --try' })];
  return tries ? tryWallets(env) : [ok(`${kind} is set up; --try makes an invoice there`)];
}

interface NexusAnswer {
  tenantId?: string;
  error?: { message: string };
}

/** It visits this room before it answers. */
const nexusLimits: RequestLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  wholeMs: 60_000,
  bytes: 256 * 1024,
  redirects: 0,
  pace: slowestPace,
};

/** Reports this room as the sidecar does; the Nexus visits it, so that it must be up. */
async function tryNexus(settings: Settings, nexusUrl: string): Promise<string> {
  const { baseUrl } = settings;
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ agentBaseUrl: baseUrl }) };
  const how = { method: 'POST', ...sent, limits: nexusLimits, isOwners: true } as const;
  const asked = openOutgoing(settings).send(nexusUrl + endpoints.nexusRegister.http.path, how);
  const { status, body } = await asked.catch((error: Error) => {
    throw new Error(`${nexusUrl} does not answer: ${error.message}`);
  });
  const text = body.toString();
  const { tenantId, error } = (text.startsWith('{') ? JSON.parse(text) : {}) as NexusAnswer;
  if (status !== 200) throw new Error(`${nexusUrl} answers with ${status}. ${toShortLine(error?.message ?? '')}`);
  return `${nexusUrl} lists ${baseUrl} as ${toShortLine(tenantId ?? 'nothing')}`;
}

export async function checkNexus(settings: Settings, tries: boolean): Promise<CheckResult[]> {
  const { url } = settings.nexus;
  if (!url) return [ok('this room reports to none')];
  return tries ? toCheckResults(tryNexus(settings, url)) : [ok(`${url} is set up; --try reports the room there`)];
}
