// Wallets used earlier. The store has their encrypted settings until their last invoice was compared.
import { seal, unseal } from '#sidecar/http/sealed-answer.ts';
import type { WalletSettings } from '#sidecar/settings/wallet-settings.ts';
import type { Db } from '#sidecar/storage/store.ts';
import { secretReader } from '../secret.ts';
import { openWallet, walletId, type WalletDeps } from './open.ts';
import type { Wallet } from './wallet.ts';

export interface EarlierWallets {
  /** Job that stores the settings of the current wallet and deletes those without open invoices. */
  storeSettings: () => Promise<void>;
  /** Opens a wallet by its id, or returns undefined if its settings are not stored. */
  find: (id: string | null) => Promise<Wallet | undefined>;
  /** Returns since when an opened wallet is down, in milliseconds since the epoch. */
  downSince: () => number | undefined;
  close: () => void;
}

const hasInvoices = async (db: Db, id: string): Promise<boolean> => {
  const invoices = db.selectFrom('invoices').select('tokenId').where('walletId', '=', id);
  return (await invoices.where('comparedAt', 'is', null).limit(1).executeTakeFirst()) !== undefined;
};

async function writeSettings(db: Db, id: string, sealed: string): Promise<void> {
  await db
    .insertInto('walletSettings')
    .values({ walletId: id, sealed })
    .onConflict((on) => on.column('walletId').doUpdateSet({ sealed }))
    .execute();
}

/** Deletes settings of wallets without open invoices. Returns their ids. */
async function deleteUnused(db: Db, current: string | undefined): Promise<string[]> {
  const rows = await db.selectFrom('walletSettings').select('walletId').execute();
  const deleted: string[] = [];
  for (const { walletId: id } of rows) {
    if (id === current || (await hasInvoices(db, id))) continue;
    await db.deleteFrom('walletSettings').where('walletId', '=', id).execute();
    deleted.push(id);
  }
  return deleted;
}

export function earlierWallets(current: WalletSettings, deps: WalletDeps): EarlierWallets {
  const { db } = deps;
  const secret = secretReader(db);
  const openedWallets = new Map<string, Wallet>();
  const currentId = walletId(current);
  const deriveSettingsKey = async (id: string) => (await secret())('wallet', id).toString('hex');
  const readSettings = async (id: string): Promise<string | undefined> => {
    const row = await db.selectFrom('walletSettings').select('sealed').where('walletId', '=', id).executeTakeFirst();
    return row && unseal(row.sealed, await deriveSettingsKey(id));
  };
  return {
    storeSettings: async () => {
      const settings = JSON.stringify(current);
      if (currentId && (await readSettings(currentId)) !== settings)
        await writeSettings(db, currentId, seal(settings, await deriveSettingsKey(currentId)));
      for (const id of await deleteUnused(db, currentId)) {
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
