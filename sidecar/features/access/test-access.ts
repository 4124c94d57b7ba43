// For tests: access without a wallet, for what has no price.
import { type Access, openAccess } from './open.ts';
import { noWallet } from './wallets/none.ts';
import type { Store } from '../../storage/store.ts';

export const accessWithoutWallet = ({ db }: Store, now: () => number = () => 0): Access =>
  openAccess({ db, wallet: noWallet, now, onTrouble: () => {} });
