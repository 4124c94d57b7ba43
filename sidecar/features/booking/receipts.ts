// Limits of the receipts that go by mail to addresses that visitors typed: each may be somebody else's.
import { settings } from '#contract/settings.ts';
import { dayMs, isoDay } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { readRequesterMailsSince, queueNotice } from '../../storage/notices.ts';
import type { Db, Tx } from '../../storage/store.ts';

export const defaultMailsPerDay = Number(settings.VISITOR_MAILS_PER_DAY.default);
const maxMailsPerMailbox = 3;
/** Share of the day's mails that one network may cause. */
const shareOfNetwork = 0.1;

/** Neither capitals, dots nor what follows a plus make another mailbox. */
function normalizeMailbox(address: string): string {
  const [, name = '', host = ''] = /^([^+]+|\+).*(@.*)$/.exec(address.toLowerCase()) ?? [];
  return name.replaceAll('.', '') + host;
}

const noticeKey = (now: number): string => `visitorMails ${isoDay(now)}`;

/** Reports to the console that the limit of the day was reached. */
export const isLimitReached = async (db: Db, now: number): Promise<boolean> =>
  (await db.selectFrom('sentNotices').select('key').where('key', '=', noticeKey(now)).executeTakeFirst()) !== undefined;

/** The creator hears once a day that the limit is reached. */
async function reportLimit(tx: Tx, perDay: number, now: number): Promise<void> {
  if (perDay === 0 || (await isLimitReached(tx, now))) return;
  await tx
    .insertInto('sentNotices')
    .values({ key: noticeKey(now), sentAt: now })
    .onConflict((on) => on.doNothing())
    .execute();
  const title = 'Mails to visitors: the limit of the day is reached';
  const text = `${perDay} people who requested a booking got a receipt by mail. Further requests arrive as before, without one. VISITOR_MAILS_PER_DAY sets the limit.`;
  await queueNotice(tx, { event: 'booking', title, text, path: `${consolePath}/bookings` }, now);
}

/** Reports that one more receipt may be sent. `network` is that of the client, or empty. */
export async function canSendReceipt(
  tx: Tx,
  { to, network }: { to: string; network: string },
  perDay: number,
  now: number,
): Promise<boolean> {
  const sent = await readRequesterMailsSince(tx, now - dayMs);
  const receipts = sent.filter((mail) => mail.network !== undefined);
  if (receipts.length >= perDay) {
    await reportLimit(tx, perDay, now);
    return false;
  }
  const mailbox = normalizeMailbox(to);
  if (receipts.filter((mail) => normalizeMailbox(mail.to ?? '') === mailbox).length >= maxMailsPerMailbox) return false;
  const ofNetwork = receipts.filter((mail) => mail.network === network).length;
  return network === '' || ofNetwork < Math.max(1, Math.floor(perDay * shareOfNetwork));
}
