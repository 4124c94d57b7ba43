// Notices for the creator and for requesters of bookings. They are events of the outbox with internal subscriptions as
// channels.
import { createHash, randomBytes } from 'node:crypto';
import type { NoticeEvent, RoomSettings } from '#contract/schemas/content-files.ts';
import { isoTime } from '#domain/instants.ts';
import { type EventRow, enqueue, enqueueTo, newEventId } from './outbox.ts';
import type { Db, Tx } from './store.ts';

export interface CreatorNotice {
  event: NoticeEvent | 'test';
  title: string;
  text: string;
  /** Path of the page where the creator responds to it. */
  path: string;
}

/** The payload of a notice. Webhooks receive it unchanged; a mail is written from it. */
export interface NoticePayload extends Omit<CreatorNotice, 'event'> {
  type: string;
  timestamp: string;
  /** Recipient of a mail to the requester of a booking. */
  to?: string;
  /** Network of the client that caused a receipt; never sent. */
  network?: string;
}

export const channels = { mail: 'notice-mail', webhook: 'notice-webhook', requesters: 'notice-requesters' } as const;
export const noticePrefix = 'notice-';

const eventTypeName = (event: string): string => `notice.${event}`;

type Mail = Omit<CreatorNotice, 'event'> & Pick<NoticePayload, 'to' | 'network'> & { event: string };

function createEventRow({ event, ...rest }: Mail, now: number): EventRow {
  const type = eventTypeName(event);
  const payload: NoticePayload = { type, timestamp: isoTime(now), ...rest };
  return { id: newEventId(), type, payload: JSON.stringify(payload), createdAt: now };
}

/** Queues a notice for each channel that is subscribed to it. */
export const queueNotice = (tx: Tx, notice: CreatorNotice, now: number): Promise<void> =>
  enqueue(tx, [createEventRow(notice, now)]);

const isChannelOpen = async (db: Db, id: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('subscriptions')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'approved')
      .executeTakeFirst(),
  );

/** Queues a mail to the requester; does nothing if the room sends no mail. */
export async function queueRequesterMail(
  tx: Tx,
  mail: { to: string; title: string; text: string; network?: string },
  now: number,
): Promise<void> {
  if (!(await isChannelOpen(tx, channels.requesters))) return;
  await enqueueTo(tx, channels.requesters, createEventRow({ event: 'answer', path: '', ...mail }, now));
}

/** Returns mails to requesters since a time, sent or queued. */
export async function readRequesterMailsSince(db: Db, since: number): Promise<NoticePayload[]> {
  const query = db.selectFrom('events').select('payload').where('type', '=', eventTypeName('answer'));
  const rows = await query.where('createdAt', '>', since).execute();
  return rows.map(({ payload }) => JSON.parse(payload) as NoticePayload);
}

/** Queues a test notice for each channel and returns their number. */
export async function queueTestNotices(tx: Tx, now: number): Promise<number> {
  const notice = {
    event: 'test' as const,
    title: 'A test notice',
    text: 'Your notices will arrive here.',
    path: '/console/room/settings',
  };
  let count = 0;
  for (const id of [channels.mail, channels.webhook]) {
    if (!(await isChannelOpen(tx, id))) continue;
    await enqueueTo(tx, id, createEventRow(notice, now));
    count++;
  }
  return count;
}

interface Channel {
  id: string;
  callbackUrl: string;
  events: string[];
}

const listChannels = (
  { mail, webhook, toRequesters = true }: NonNullable<RoomSettings['notices']>,
  canMail: boolean,
): Channel[] => [
  ...(mail && canMail ? [{ id: channels.mail, callbackUrl: `mailto:${mail.to}`, events: mail.events ?? [] }] : []),
  ...(webhook ? [{ id: channels.webhook, callbackUrl: webhook.url, events: webhook.events ?? [] }] : []),
  ...(toRequesters && canMail ? [{ id: channels.requesters, callbackUrl: 'mailto:', events: [] }] : []),
];

/** Updates the channels from settings.json and cancels deliveries to removed ones. */
export async function syncChannels(
  db: Db,
  notices: RoomSettings['notices'] = {},
  canMail: boolean,
  now: number,
): Promise<void> {
  const wantedChannels = listChannels(notices, canMail);
  await db.transaction().execute(async (tx) => {
    for (const { id, callbackUrl, events } of wantedChannels) {
      const set = { status: 'approved' as const, callbackUrl, events: JSON.stringify(events.map(eventTypeName)) };
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      // Nobody has this token, so the subscription cannot be managed from outside.
      const tokenHash = createHash('sha256').update(randomBytes(32)).digest('hex');
      await tx
        .insertInto('subscriptions')
        .values({ id, ...set, secret, tokenHash, createdAt: now, decidedAt: now })
        .onConflict((on) => on.column('id').doUpdateSet(set))
        .execute();
    }
    const removedChannels = Object.values(channels).filter((id) => !wantedChannels.some((one) => one.id === id));
    if (removedChannels.length === 0) return;
    await tx.updateTable('subscriptions').set({ status: 'ended' }).where('id', 'in', removedChannels).execute();
    await tx
      .updateTable('deliveries')
      .set({ state: 'cancelled', finishedAt: now })
      .where('subscriptionId', 'in', removedChannels)
      .where('state', '=', 'pending')
      .execute();
  });
}

/** Returns the newest notices of all channels. */
export async function readNewestNotices(
  db: Db,
  limit: number,
): Promise<(NoticePayload & { id: string; createdAt: number })[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'payload', 'createdAt'])
    .where('type', 'like', 'notice.%')
    .where('type', '!=', eventTypeName('answer'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...(JSON.parse(payload) as NoticePayload), ...row }));
}
