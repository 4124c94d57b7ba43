// Checks the services that the room depends on: its wallet and its Nexus. Requests are sent only with --try.
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
import { createRequestLimits } from '../../sidecar/outgoing/limits.ts';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { readJsonFile } from '../json-file.ts';
import { withRoomStore } from '../store.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const toShortLine = (text: string): string => plainLine(text, 300);

const maxSkewSeconds = 60;

/** Returns how many seconds the clock of the wallet is ahead, read from the timestamp of its invoice. */
export const clockSkewSeconds = (text: string, nowMs: number): number =>
  (decodeInvoice(text)?.timestamp ?? 0) - Math.round(nowMs / 1000);

/** Describes whether the wallet reveals preimages, which only a paid invoice can show. */
async function describePreimage(db: Db, wallet: Wallet): Promise<string> {
  const paid = await db
    .selectFrom('invoices')
    .select('paymentHash')
    .where('wallet', '=', wallet.name)
    .where('state', '=', 'settled')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!paid) return 'it has no paid invoice yet, so it is unknown whether it reveals preimages';
  const invoice = await wallet.lookupInvoice(paid.paymentHash);
  if (invoice.state !== 'settled')
    throw new Error(`the wallet reports the last settled invoice of the room as ${invoice.state}`);
  return invoice.preimage
    ? 'it reveals preimages'
    : 'it does not reveal preimages, so clients have to send them after paying';
}

async function tryCurrentWallet(present: WalletSettings, deps: WalletDeps): Promise<string> {
  const wallet = openWallet(present, deps);
  try {
    const { invoice: text, state } = await testWallet(deps.db, wallet);
    const skew = clockSkewSeconds(text, Date.now());
    if (Math.abs(skew) > maxSkewSeconds)
      throw new Error(`the clock of the wallet is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead' : 'behind'}`);
    const created = `${wallet.name} created the invoice ${text.slice(0, 24)}… (${state})`;
    return `${created}; ${await describePreimage(deps.db, wallet)}`;
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
  return `${access.usdc!.facilitator} accepts USDC`;
}

/** Checks a room that accepts USDC only: programs can pay it, people cannot. */
async function checkFacilitator(env: Environment, access: AccessFile, tries: boolean): Promise<CheckResult[]> {
  const people = warning('people cannot pay or tip you because there is no Lightning wallet', {
    fix: 'set WALLET',
  });
  if (tries) return [...(await toCheckResults(tryFacilitator(env, access))), people];
  if (await hasPassedTest(env, access)) return [ok('USDC is set up; test the facilitator with --try'), people];
  return [
    problem('new prices are not live until the facilitator has passed a test', { fix: 'run npm run doctor -- --try' }),
  ];
}

const tryWallets = (env: Environment): Promise<CheckResult[]> =>
  withRoomStore(env, async ({ db }, settings) => {
    const deps = { db, now: Date.now, send: openOutgoing(settings).send, timeoutMs: 10_000 };
    const present = await toCheckResults(tryCurrentWallet(settings.wallet, deps));
    return [...present, ...(await checkEarlierWallets(settings.wallet, deps))];
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
  if (!sells && (kind === 'none' || !tries)) return [ok('nothing has a price, so no wallet is needed')];
  if (takesUsdcAlone({ wallet: { name: kind } }, access)) return checkFacilitator(env, access, tries);
  if (kind === 'none') return [problem('there are prices but no wallet', { fix: 'set WALLET or remove the prices' })];
  if (!tries && kind !== 'development' && !(await hasPassedTest(env, access)))
    return [problem(`new prices are not live until ${kind} has passed a test`, { fix: 'run npm run doctor -- --try' })];
  return tries ? tryWallets(env) : [ok(`${kind} is set up; create a test invoice with --try`)];
}

interface NexusAnswer {
  tenantId?: string;
  error?: { message: string };
}

/** Limits of a registration request. The Nexus visits this room before it answers. */
const nexusLimits = createRequestLimits(60_000, 256 * 1024);

/** Registers this room as the sidecar does. The room must be running because the Nexus visits it. */
async function tryNexus(settings: Settings, nexusUrl: string): Promise<string> {
  const { baseUrl } = settings;
  const response = openOutgoing(settings).send(nexusUrl + endpoints.nexusRegister.http.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agentBaseUrl: baseUrl }),
    limits: nexusLimits,
    isOwners: true,
  });
  const { status, body } = await response.catch((error: Error) => {
    throw new Error(`${nexusUrl} does not answer: ${error.message}`);
  });
  const text = body.toString();
  const { tenantId, error } = (text.startsWith('{') ? JSON.parse(text) : {}) as NexusAnswer;
  if (status !== 200)
    throw new Error(`${nexusUrl} answers with status ${status}. ${toShortLine(error?.message ?? '')}`);
  return `${nexusUrl} lists ${baseUrl} as ${toShortLine(tenantId ?? 'nothing')}`;
}

export async function checkNexus(settings: Settings, tries: boolean): Promise<CheckResult[]> {
  const { url } = settings.nexus;
  if (!url) return [ok('this room is not listed at a Nexus')];
  return tries ? toCheckResults(tryNexus(settings, url)) : [ok(`${url} is set up; test the registration with --try`)];
}
