// Wallets used before that have open invoices: whether they can be asked who paid.
import { isoTime } from '#domain/instants.ts';
import { earlierWallets } from '../../sidecar/features/access/wallets/earlier.ts';
import { walletId, type WalletDeps } from '../../sidecar/features/access/wallets/open.ts';
import type { WalletSettings } from '../../sidecar/settings/wallet-settings.ts';
import { type CheckResult, ok, problem } from './finding.ts';

const findOpenInvoicesOfEarlierWallets = ({ db }: WalletDeps, present: string) =>
  db
    .selectFrom('invoices')
    .select(['wallet', 'walletId'])
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.max('expiresAt').as('until'),
      fn.min('paymentHash').as('paymentHash'),
    ])
    .where('state', '=', 'open')
    .where('walletId', '!=', present)
    .groupBy(['wallet', 'walletId'])
    .execute();

export async function checkEarlierWallets(present: WalletSettings, deps: WalletDeps): Promise<CheckResult[]> {
  const earlier = earlierWallets(present, deps);
  const found: CheckResult[] = [];
  for (const { wallet, walletId: id, count, until, paymentHash } of await findOpenInvoicesOfEarlierWallets(
    deps,
    walletId(present) ?? '',
  )) {
    const says = `${wallet}, which was used before, has open invoices (${count}), the last until ${isoTime(Number(until))}`;
    const asked = await earlier
      .find(id)
      .then((one) => one?.lookupInvoice(paymentHash))
      .catch(() => undefined);
    const fix = 'keep it running and reachable until then';
    found.push(asked ? ok(`${says}, and answers`) : problem(`${says}, and cannot be asked who paid`, { fix }));
  }
  earlier.close();
  return found;
}
