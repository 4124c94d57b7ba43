// Wallets used before: the store keeps the settings of each, sealed, until its last invoice is over and was compared.
import { seal, unseal } from '#sidecar/http/sealed-answer.ts';
import type { WalletSettings } from '#sidecar/settings/wallet-settings.ts';
import type { Db } from '#sidecar/storage/store.ts';
import { secretKeeper } from '../secret.ts';
import { openWallet, walletId, type WalletDeps } from './open.ts';
import type { Wallet } from './wallet.ts';

export interface EarlierWallets {
  /** To be called again and again: keeps the settings of the wallet in use, and forgets those that nobody needs any more. */
  keep: () => Promise<void>;
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

async function write(db: Db, id: string, sealed: string): Promise<void> {
  await db
    .insertInto('walletSettings')
    .values({ walletId: id, sealed })
    .onConflict((on) => on.column('walletId').doUpdateSet({ sealed }))
    .execute();
}

/** Gives which ones it forgot. */
async function forget(db: Db, present: string | undefined): Promise<string[]> {
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
  const secret = secretKeeper(db);
  const opened = new Map<string, Wallet>();
  const presentId = walletId(present);
  const keyOf = async (id: string) => (await secret())('wallet', id).toString('hex');
  const kept = async (id: string): Promise<string | undefined> => {
    const row = await db.selectFrom('walletSettings').select('sealed').where('walletId', '=', id).executeTakeFirst();
    return row && unseal(row.sealed, await keyOf(id));
  };
  return {
    keep: async () => {
      const settings = JSON.stringify(present);
      if (presentId && (await kept(presentId)) !== settings)
        await write(db, presentId, seal(settings, await keyOf(presentId)));
      for (const id of await forget(db, presentId)) {
        opened.get(id)?.close();
        opened.delete(id);
      }
    },
    find: async (id) => {
      if (id === null) return undefined;
      const settings = opened.has(id) ? undefined : await kept(id);
      if (settings && !opened.has(id)) opened.set(id, openWallet(JSON.parse(settings) as WalletSettings, deps));
      return opened.get(id);
    },
    downSince: () => {
      const since = [...opened.values()].map((wallet) => wallet.downSince?.()).filter((at) => at !== undefined);
      return since.length > 0 ? Math.min(...since) : undefined;
    },
    close: () => opened.forEach((wallet) => wallet.close()),
  };
}
