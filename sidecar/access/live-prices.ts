// Prices that are live. None goes live for the first time before the wallet has answered a test; a later outage changes nothing.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { termsOf } from '#domain/access/access.ts';
import { keepLivePrices, needsWallet } from '#domain/access/live-prices.ts';
import { fact, setFact } from '../store/facts.ts';
import type { Db } from '../store/store.ts';
import { type Wallet, WalletTrouble } from './wallets/wallet.ts';

/** Id of the wallet that answered a test. */
const walletFact = 'prices.wallet';
/** The prices and tips that were live last with a tested wallet, as JSON. */
const liveFact = 'prices.live';

const testInvoice = { amountMsat: 1000, description: 'A test of the wallet: do not pay', expirySec: 300 };

/** Returns true if this wallet has answered a test, or has made an invoice for an earlier version. */
export async function isTested(db: Db, { id }: Pick<Wallet, 'id'>): Promise<boolean> {
  if (id === undefined) return false;
  if ((await fact(db, walletFact)) === id) return true;
  const made = db.selectFrom('invoices').select('tokenId').where('walletId', '=', id).limit(1);
  return (await made.executeTakeFirst()) !== undefined;
}

/** Tests the wallet and notes that it works. Throws an Error that says what is wrong. */
export async function testWallet(db: Db, wallet: Wallet): Promise<{ invoice: string; state: 'open' | 'settled' }> {
  const { invoice, paymentHash } = await wallet.createInvoice(testInvoice);
  const { state } = await wallet.lookupInvoice(paymentHash);
  if (state === 'unknown') throw new WalletTrouble('The wallet does not know the invoice that it has just made');
  if (wallet.id !== undefined) await setFact(db, walletFact, wallet.id);
  return { invoice, state };
}

/** The prices of access.json that a build makes live. @spec-gap prices-need-a-wallet */
export async function pricesToSell(db: Db, wallet: Wallet, file: AccessFile): Promise<AccessFile> {
  if (!needsWallet(file) || wallet.name === 'development') return file;
  const works = (await isTested(db, wallet)) || (wallet.name !== 'none' && (await answers(db, wallet)));
  const known = await fact(db, liveFact);
  if (!works) return keepLivePrices(file, known === undefined ? undefined : (JSON.parse(known) as AccessFile));
  const live = JSON.stringify({ ...(JSON.parse(termsOf(file)) as AccessFile), tips: file.tips });
  if (known !== live) await setFact(db, liveFact, live);
  return file;
}

const answers = (db: Db, wallet: Wallet): Promise<boolean> =>
  testWallet(db, wallet).then(
    () => true,
    (error: unknown) => {
      if (error instanceof WalletTrouble) return false;
      throw error;
    },
  );

interface TesterParts {
  db: Db;
  wallet: Wallet;
  /** access.json; undefined where there is none, or it cannot be used. */
  readAccess: () => Promise<AccessFile | undefined>;
  requestBuild: () => Promise<void>;
}

/** To be called again and again: tests the wallet once after each start, and until it answers; then prices go live. */
export function walletTester({ db, wallet, readAccess, requestBuild }: TesterParts): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone || wallet.id === undefined) return;
    const file = await readAccess();
    if (!file || !needsWallet(file)) return;
    const wasTested = await isTested(db, wallet);
    // If it fails, the wallet itself knows since when it is down.
    isDone = wasTested;
    await testWallet(db, wallet);
    isDone = true;
    if (!wasTested) await requestBuild();
  };
}
