// Exports all payments as CSV (RFC 4180).
import { isoTime } from '#domain/instants.ts';
import { listPayments } from '../../ledger.ts';
import type { LoadDownload } from '#sidecar/console/page.ts';

const columns = 'paidAt,resourceId,wallet,isPlayMoney,priceSats,receivedSats,feeSats,receivedUsdc,paymentHash';
const formatSats = (msat: number | null): string => (msat === null ? '' : String(Number(msat) / 1000));

export const renderPaymentsCsv: LoadDownload = async ({ store }) => {
  const lines = (await listPayments(store.db)).map((payment) =>
    [
      isoTime(Number(payment.createdAt)),
      payment.resourceId,
      payment.wallet ?? '',
      payment.wallet === 'development' ? 'yes' : 'no',
      payment.amountSats,
      formatSats(payment.receivedMsat),
      formatSats(payment.feeMsat),
      payment.usdcMicros === null ? '' : (Number(payment.usdcMicros) / 1e6).toFixed(6),
      payment.paymentHash,
    ].join(','),
  );
  return { name: 'payments.csv', type: 'text/csv; charset=utf-8', text: [columns, ...lines, ''].join('\r\n') };
};
