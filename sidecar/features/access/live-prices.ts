// Prices that are live. None goes live for the first time before the wallet has answered a test; a later outage changes nothing.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { priceTerms } from '#domain/access/access.ts';
import { retainLivePrices, needsWallet } from '#domain/access/live-prices.ts';
import { sha256 } from '#domain/ids.ts';
import type { Send } from '../../outgoing/outgoing.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Db } from '../../storage/store.ts';
import { testFacilitator, usdcWallet } from './usdc.ts';
import { type Wallet, WalletTrouble } from './wallets/wallet.ts';

const testInvoice = { amountMsat: 1000, description: 'A test of the wallet: do not pay', expirySec: 300 };

/** Returns true if this wallet has answered a test, or has made an invoice for an earlier version. */
export async function isWalletTested(db: Db, { id }: Pick<Wallet, 'id'>): Promise<boolean> {
  if (id === undefined) return false;
  if ((await readState(db, 'walletState'))?.testedWallet === id) return true;
  const invoiceOfWallet = db.selectFrom('invoices').select('tokenId').where('walletId', '=', id).limit(1);
  return (await invoiceOfWallet.executeTakeFirst()) !== undefined;
}

/** Tests the wallet and notes that it works. Throws an Error that says what is wrong. */
export async function testWallet(db: Db, wallet: Wallet): Promise<{ invoice: string; state: 'open' | 'settled' }> {
  const { invoice, paymentHash } = await wallet.createInvoice(testInvoice);
  const { state } = await wallet.lookupInvoice(paymentHash);
  if (state === 'unknown') throw new WalletTrouble('The wallet does not know the invoice that it has just made');
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

/** Returns true if programs pay in USDC and nobody can pay in satoshis. */
export const takesUsdcAlone = ({ wallet }: Pick<PayeeDeps, 'wallet'>, { usdc }: AccessFile): boolean =>
  wallet.name === 'none' && usdc !== undefined;

async function isFacilitatorTested(db: Db, { usdc }: AccessFile): Promise<boolean> {
  const { testedFacilitator = null } = (await readState(db, 'walletState')) ?? {};
  if (testedFacilitator !== null) return testedFacilitator === facilitatorId(usdc!);
  // A room of an earlier version that has sold in USDC needs no test.
  const sold = db.selectFrom('invoices').select('tokenId').where('wallet', '=', usdcWallet).limit(1);
  return (await sold.where('state', '=', 'settled').executeTakeFirst()) !== undefined;
}

/** Returns true if the wallet has answered a test or, in a room that takes USDC alone, its facilitator. */
export const isPayeeTested = (deps: PayeeDeps, file: AccessFile): Promise<boolean> =>
  takesUsdcAlone(deps, file) ? isFacilitatorTested(deps.db, file) : isWalletTested(deps.db, deps.wallet);

/** Tests the wallet or, in a room that takes USDC alone, its facilitator. Throws an Error that says what is wrong. */
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

/** The prices of access.json that a build makes live. @spec-gap prices-need-a-wallet */
export async function pricesToSell(deps: PayeeTestDeps, file: AccessFile): Promise<AccessFile> {
  const { db, wallet } = deps;
  if (!needsWallet(file) || wallet.name === 'development') return file;
  const { livePrices: stored = null } = (await readState(db, 'walletState')) ?? {};
  const current = retainLivePrices(file, stored === null ? undefined : (JSON.parse(stored) as AccessFile));
  if (!(await isPayeeTested(deps, file)) && !(await isPayeeWorking(deps, file))) return current;
  const { tips, ...prices } = file;
  // Nobody gives a tip in USDC.
  const live = tips && takesUsdcAlone(deps, file) ? { ...prices, ...(current.tips && { tips }) } : file;
  const terms = JSON.stringify({ ...(JSON.parse(priceTerms(live)) as AccessFile), tips: live.tips });
  if (stored !== terms) await writeState(db, 'walletState', { livePrices: terms });
  return live;
}

interface TesterDeps extends PayeeTestDeps {
  /** access.json; undefined where there is none, or it cannot be used. */
  readAccess: () => Promise<AccessFile | undefined>;
  requestBuild: () => Promise<void>;
}

/** To be called again and again: tests the wallet once after each start, and until it answers; then prices go live. */
export function walletTester({ readAccess, requestBuild, ...deps }: TesterDeps): () => Promise<void> {
  let isDone = false;
  return async () => {
    const file = await readAccess();
    if (!file || !needsWallet(file) || (deps.wallet.id === undefined && !takesUsdcAlone(deps, file))) return;
    const wasTested = await isPayeeTested(deps, file);
    if (isDone && wasTested) return;
    // If it fails, the wallet itself knows since when it is down.
    isDone = true;
    await testPayee(deps, file);
    if (!wasTested) await requestBuild();
  };
}
