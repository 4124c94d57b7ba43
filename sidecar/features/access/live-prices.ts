// Live prices. New prices go live only after the wallet has answered a test; later outages do not change them.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { priceTerms } from '#domain/access/access.ts';
import { retainLivePrices, needsWallet } from '#domain/access/live-prices.ts';
import { sha256 } from '#domain/ids.ts';
import type { Send } from '../../outgoing/outgoing.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';
import { testFacilitator, usdcWallet } from './usdc.ts';
import { type Wallet, WalletTrouble } from './wallets/wallet.ts';

const testInvoice = { amountMsat: 1000, description: 'Wallet test. Do not pay.', expirySec: 300 };

/** Returns true if this wallet has answered a test or, in an earlier version, created an invoice. */
export async function isWalletTested(db: Db, { id }: Pick<Wallet, 'id'>): Promise<boolean> {
  if (id === undefined) return false;
  if ((await readState(db, 'walletState'))?.testedWallet === id) return true;
  const invoiceOfWallet = db.selectFrom('invoices').select('tokenId').where('walletId', '=', id).limit(1);
  return (await invoiceOfWallet.executeTakeFirst()) !== undefined;
}

/** Tests the wallet and stores that it works. Throws an Error with the reason if it does not. */
export async function testWallet(db: Db, wallet: Wallet): Promise<{ invoice: string; state: 'open' | 'settled' }> {
  const { invoice, paymentHash } = await wallet.createInvoice(testInvoice);
  const { state } = await wallet.lookupInvoice(paymentHash);
  if (state === 'unknown') throw new WalletTrouble('The wallet does not find the invoice that it has just created');
  if (wallet.id !== undefined) await writeState(db, 'walletState', { testedWallet: wallet.id });
  return { invoice, state };
}

export interface PayeeDeps {
  db: Db;
  wallet: Pick<Wallet, 'name' | 'id'>;
}

export interface PayeeTestDeps extends PayeeDeps {
  wallet: Wallet;
  send: Send;
}

const facilitatorId = ({ facilitator, network }: NonNullable<AccessFile['usdc']>): string =>
  sha256(`${facilitator} ${network ?? ''}`).slice(0, 16);

/** Returns true if the room accepts only USDC. */
export const takesUsdcAlone = ({ wallet }: Pick<PayeeDeps, 'wallet'>, { usdc }: AccessFile): boolean =>
  wallet.name === 'none' && usdc !== undefined;

async function isFacilitatorTested(db: Db, { usdc }: AccessFile): Promise<boolean> {
  const { testedFacilitator = null } = (await readState(db, 'walletState')) ?? {};
  if (testedFacilitator !== null) return testedFacilitator === facilitatorId(usdc!);
  // A room of an earlier version that has sold in USDC needs no test.
  const sold = db.selectFrom('invoices').select('tokenId').where('wallet', '=', usdcWallet).limit(1);
  return (await sold.where('state', '=', 'settled').executeTakeFirst()) !== undefined;
}

/** Returns true if the wallet has answered a test or, in a room that accepts only USDC, the facilitator. */
export const isPayeeTested = (deps: PayeeDeps, file: AccessFile): Promise<boolean> =>
  takesUsdcAlone(deps, file) ? isFacilitatorTested(deps.db, file) : isWalletTested(deps.db, deps.wallet);

/**
 * Tests the wallet or, in a room that accepts only USDC, the facilitator. Throws an Error with the reason if it fails.
 */
export async function testPayee({ db, wallet, send }: PayeeTestDeps, file: AccessFile): Promise<void> {
  if (!takesUsdcAlone({ wallet }, file)) {
    await testWallet(db, wallet);
    return;
  }
  await testFacilitator(send, file);
  await writeState(db, 'walletState', { testedFacilitator: facilitatorId(file.usdc!) });
}

const isPayeeWorking = (deps: PayeeTestDeps, file: AccessFile): Promise<boolean> =>
  testPayee(deps, file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof WalletTrouble) return false;
      throw error;
    },
  );

/** Returns the prices with the tips that are live: new ones need a Lightning wallet. */
const withLiveTips = ({ tips: _, ...prices }: AccessFile, { tips }: AccessFile): AccessFile => ({
  ...prices,
  ...(tips && { tips }),
});

/** Returns the prices that a build publishes. @spec-gap prices-need-a-wallet */
export async function selectSellablePrices(deps: PayeeTestDeps, file: AccessFile): Promise<AccessFile> {
  const { db, wallet } = deps;
  if (!needsWallet(file) || wallet.name === 'development') return file;
  const storedPrices = (await readState(db, 'walletState'))?.livePrices;
  const current = retainLivePrices(file, storedPrices ? (JSON.parse(storedPrices) as AccessFile) : undefined);
  if (!(await isPayeeTested(deps, file)) && !(await isPayeeWorking(deps, file))) return current;
  const live = file.tips && takesUsdcAlone(deps, file) ? withLiveTips(file, current) : file;
  const terms = JSON.stringify({ ...(JSON.parse(priceTerms(live)) as AccessFile), tips: live.tips });
  if (storedPrices !== terms) await writeState(db, 'walletState', { livePrices: terms });
  return live;
}

interface TesterDeps extends PayeeTestDeps {
  /** Reads access.json; undefined if it is missing or invalid. */
  readAccess: () => Promise<AccessFile | undefined>;
  requestBuild: () => Promise<void>;
}

/** Returns a job that tests the wallet after each start until it answers, and then publishes the prices. */
export function walletTester({ readAccess, requestBuild, ...deps }: TesterDeps): () => Promise<void> {
  let isDone = false;
  return async () => {
    const file = await readAccess();
    if (!file || !needsWallet(file) || (deps.wallet.id === undefined && !takesUsdcAlone(deps, file))) return;
    const wasTested = await isPayeeTested(deps, file);
    if (isDone && wasTested) return;
    // A failure is not repeated here, since the guarded wallet tests itself until it is back.
    isDone = true;
    await testPayee(deps, file);
    if (!wasTested) await requestBuild();
  };
}
