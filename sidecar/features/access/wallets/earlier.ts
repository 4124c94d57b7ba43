// Wallets used before: the store keeps the settings of each, sealed, until its last invoice is over and was compared.
import { seal, unseal } from '#sidecar/http/sealed-answer.ts';
import type { WalletSettings } from '#sidecar/settings/wallet-settings.ts';
import type { Db } from '#sidecar/storage/store.ts';
import { secretReader } from '../secret.ts';
import { openWallet, walletId, type WalletDeps } from './open.ts';
import type { Wallet } from './wallet.ts';

export interface EarlierWallets {
  /** To be called again and again: keeps the settings of the wallet in use, and forgets those that nobody needs any more. */
  storeSettings: () => Promise<void>;
  /** Undefined where its settings are not kept. */
  find: (id: string | null) => Promise<Wallet | undefined>;
  /** Since when one that has open invoices does not work. */
  downSince: () => number | undefined;
  close: () => void;
}

const hasInvoices = async (db: Db, id: string): Promise<boolean> => {
  const ofIt = db.selectFrom('invoices').select('tokenId').where('walletId', '=', id);
  return (await ofIt.where('comparedAt', 'is', null).limit(1).executeTakeFirst()) !== undefined;
};

async function writeSettings(db: Db, id: string, sealed: string): Promise<void> {
  await db
    .insertInto('walletSettings')
    .values({ walletId: id, sealed })
    .onConflict((on) => on.column('walletId').doUpdateSet({ sealed }))
    .execute();
}

/** Gives which ones it forgot. */
async function deleteUnused(db: Db, present: string | undefined): Promise<string[]> {
  const rows = await db.selectFrom('walletSettings').select('walletId').execute();
  const forgotten: string[] = [];
  for (const { walletId: id } of rows) {
    if (id === present || (await hasInvoices(db, id))) continue;
    await db.deleteFrom('walletSettings').where('walletId', '=', id).execute();
    forgotten.push(id);
  }
  return forgotten;
}

export function earlierWallets(present: WalletSettings, deps: WalletDeps): EarlierWallets {
  const { db } = deps;
  const secret = secretReader(db);
  const openedWallets = new Map<string, Wallet>();
  const presentId = walletId(present);
  const settingsKey = async (id: string) => (await secret())('wallet', id).toString('hex');
  const readSettings = async (id: string): Promise<string | undefined> => {
    const row = await db.selectFrom('walletSettings').select('sealed').where('walletId', '=', id).executeTakeFirst();
    return row && unseal(row.sealed, await settingsKey(id));
  };
  return {
    storeSettings: async () => {
      const settings = JSON.stringify(present);
      if (presentId && (await readSettings(presentId)) !== settings)
        await writeSettings(db, presentId, seal(settings, await settingsKey(presentId)));
      for (const id of await deleteUnused(db, presentId)) {
        openedWallets.get(id)?.close();
        openedWallets.delete(id);
      }
    },
    find: async (id) => {
      if (id === null) return undefined;
      const settings = openedWallets.has(id) ? undefined : await readSettings(id);
      if (settings && !openedWallets.has(id))
        openedWallets.set(id, openWallet(JSON.parse(settings) as WalletSettings, deps));
      return openedWallets.get(id);
    },
    downSince: () => {
      const since = [...openedWallets.values()].map((wallet) => wallet.downSince?.()).filter((at) => at !== undefined);
      return since.length > 0 ? Math.min(...since) : undefined;
    },
    close: () => openedWallets.forEach((wallet) => wallet.close()),
  };
}
