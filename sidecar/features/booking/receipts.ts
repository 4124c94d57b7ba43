// Limits of receipts by mail. They go to addresses that visitors typed, which may be somebody else's.
import { settings } from '#contract/settings.ts';
import { dayMs, isoDay } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { readRequesterMailsSince, queueNotice } from '../../storage/notices.ts';
import type { Db, Tx } from '../../storage/store.ts';

export const defaultMailsPerDay = Number(settings.VISITOR_MAILS_PER_DAY.default);
const maxMailsPerMailbox = 3;
/** Share of the day's mails that one network may cause. */
const shareOfNetwork = 0.1;

/** Removes differences that do not make another mailbox: capitals, dots, and the part after a plus. */
function normalizeMailbox(address: string): string {
  const [, name = '', host = ''] = /^([^+]+|\+).*(@.*)$/.exec(address.toLowerCase()) ?? [];
  return name.replaceAll('.', '') + host;
}

const noticeKey = (now: number): string => `visitorMails ${isoDay(now)}`;

/** Returns true if the limit of the day was reached. */
export const isLimitReached = async (db: Db, now: number): Promise<boolean> =>
  (await db.selectFrom('sentNotices').select('key').where('key', '=', noticeKey(now)).executeTakeFirst()) !== undefined;

/** Notifies the creator, once a day, that the limit is reached. */
async function reportLimit(tx: Tx, perDay: number, now: number): Promise<void> {
  if (perDay === 0 || (await isLimitReached(tx, now))) return;
  await tx
    .insertInto('sentNotices')
    .values({ key: noticeKey(now), sentAt: now })
    .onConflict((on) => on.doNothing())
    .execute();
  const title = 'No more receipts by mail today';
  const text = `Today ${perDay} people who requested a booking received a receipt by mail. Further requests arrive without a receipt. To raise the limit, change VISITOR_MAILS_PER_DAY.`;
  await queueNotice(tx, { event: 'booking', title, text, path: `${consolePath}/bookings` }, now);
}

/** Returns true if one more receipt may be sent. `network` is that of the client, or empty. */
export async function canSendReceipt(
  tx: Tx,
  { to, network }: { to: string; network: string },
  perDay: number,
  now: number,
): Promise<boolean> {
  const sentMails = await readRequesterMailsSince(tx, now - dayMs);
  const receipts = sentMails.filter((mail) => mail.network !== undefined);
  if (receipts.length >= perDay) {
    await reportLimit(tx, perDay, now);
    return false;
  }
  const mailbox = normalizeMailbox(to);
  if (receipts.filter((mail) => normalizeMailbox(mail.to ?? '') === mailbox).length >= maxMailsPerMailbox) return false;
  const ofNetwork = receipts.filter((mail) => mail.network === network).length;
  return network === '' || ofNetwork < Math.max(1, Math.floor(perDay * shareOfNetwork));
}
