// Every payment as CSV (RFC 4180), for the creator's own books.
import { isoTime } from '#domain/instants.ts';
import { listPayments } from '../../ledger.ts';
import type { LoadDownload } from '#sidecar/console/page.ts';

const columns = 'paidAt,resourceId,wallet,isPlayMoney,priceSats,receivedSats,feeSats,receivedUsdc,paymentHash';
const formatSats = (msat: number | null): string => (msat === null ? '' : String(Number(msat) / 1000));

export const paymentsCsv: LoadDownload = async ({ store }) => {
  const lines = (await listPayments(store.db)).map((one) =>
    [
      isoTime(Number(one.createdAt)),
      one.resourceId,
      one.wallet ?? '',
      one.wallet === 'development' ? 'yes' : 'no',
      one.amountSats,
      formatSats(one.receivedMsat),
      formatSats(one.feeMsat),
      one.usdcMicros === null ? '' : (Number(one.usdcMicros) / 1e6).toFixed(6),
      one.paymentHash,
    ].join(','),
  );
  return { name: 'payments.csv', type: 'text/csv; charset=utf-8', text: [columns, ...lines, ''].join('\r\n') };
};
