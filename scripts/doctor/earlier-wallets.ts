// Checks that earlier wallets with open invoices still answer, so that late payments are noticed.
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
  const results: CheckResult[] = [];
  for (const { wallet, walletId: id, count, until, paymentHash } of await findOpenInvoicesOfEarlierWallets(
    deps,
    walletId(present) ?? '',
  )) {
    const invoices = `${count} open ${Number(count) === 1 ? 'invoice' : 'invoices'}`;
    const says = `the earlier wallet ${wallet} has ${invoices}, valid until ${isoTime(Number(until))},`;
    const invoice = await earlier
      .find(id)
      .then((one) => one?.lookupInvoice(paymentHash))
      .catch(() => undefined);
    const fix = 'keep it running until then, or payments are not noticed';
    results.push(invoice ? ok(`${says} and answers`) : problem(`${says} but does not answer`, { fix }));
  }
  earlier.close();
  return results;
}
