// Sends the notices that are due: appointments within a day, transcripts to review, a wallet that is down, weekly
// figures.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, isoTime } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { waitingTranscriptsFolder } from '#domain/transcripts/hosted-transcripts.ts';
import { forEachIndependently } from '#domain/for-each-independently.ts';
import { countCallsIn30Days } from '../http/call-figures.ts';
import { type CreatorNotice, queueNotice } from '../storage/notices.ts';
import type { Db, Tx } from '../storage/store.ts';

type Due = CreatorNotice & {
  /** Key that prevents a notice from being sent twice. */
  key: string;
};

async function listReminders(db: Db, now: number): Promise<Due[]> {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'showName', 'startsAt'])
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .where('startsAt', '<=', now + dayMs)
    .execute();
  return rows.map(({ id, showName, startsAt }) => ({
    key: `reminder ${id} ${startsAt}`,
    event: 'reminder',
    title: `Within a day: ${showName}`,
    text: `It begins at ${isoTime(Number(startsAt))}.`,
    path: `${consolePath}/bookings/${id}`,
  }));
}

async function listDueTranscripts(contentDir: string): Promise<Due[]> {
  const folder = join(contentDir, waitingTranscriptsFolder);
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
  const notices = await Promise.all(
    names.map(async (name): Promise<Due[]> => {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      if (!stats) return [];
      const title = 'A transcript is ready';
      const text = `${name} waits for your decision.`;
      const key = `transcript ${name} ${stats.mtimeMs}`;
      return [{ key, event: 'transcript', title, text, path: `${consolePath}/transcripts` }];
    }),
  );
  return notices.flat();
}

/** Time for which a wallet must be down before it is reported. One that restarts is back by then. */
const reportAfterMs = 60_000;

/** Sends at most one notice a day, even if the wallet goes down several times. */
function unpayable(downSince: number | undefined, now: number): Due[] {
  if (downSince === undefined || now - downSince < reportAfterMs) return [];
  const text = `It has not answered since ${isoTime(downSince)}: meanwhile nobody can pay.`;
  const key = `wallet ${Math.floor(now / dayMs)}`;
  return [{ key, event: 'wallet', title: 'The wallet does not answer', text, path: `${consolePath}/income` }];
}

function unseen(downSince: number | undefined, now: number): Due[] {
  if (downSince === undefined || now - downSince < reportAfterMs) return [];
  const text = 'Invoices of it are still open. Who pays one gets access only once it answers: keep it for a day more.';
  const key = `earlier wallet ${Math.floor(now / dayMs)}`;
  return [
    { key, event: 'wallet', title: 'The wallet used before does not answer', text, path: `${consolePath}/income` },
  ];
}

const lagText: Record<string, string> = {
  silent: 'It has not said for a while how it is.',
  release: 'It serves an older release than the others.',
  version: 'It runs another version than the one that was started last.',
  clock: 'Its clock is wrong by more than five seconds; the room goes by that of PostgreSQL.',
};

/** Returns one notice a day for each machine. */
const behind = (machines: { name: string; lag: string }[], now: number): Due[] =>
  machines.map(({ name, lag }) => ({
    key: `machine ${name} ${lag} ${Math.floor(now / dayMs)}`,
    event: 'machine',
    title: `The machine ${name} lags behind`,
    text: lagText[lag]!,
    path: `${consolePath}/machines`,
  }));

/** Weeks begin on Monday, and 1970 began on a Thursday. */
const weekOf = (now: number): number => Math.floor((now / dayMs + 3) / 7);

async function listDueFigures(db: Db, now: number): Promise<Due[]> {
  const { total, agent } = await countCallsIn30Days(db, now);
  if (total === 0) return [];
  const text = `In the last 30 days the API was called ${total} times, ${agent} of them by agents.`;
  return [
    {
      key: `figures ${weekOf(now)}`,
      event: 'figures',
      title: 'Figures of the week',
      text,
      path: `${consolePath}/stats`,
    },
  ];
}

/** Whichever sidecar inserts the row sends the notice. */
async function isFirst(tx: Tx, key: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sentNotices')
    .values({ key, sentAt: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export interface DueNoticesDeps {
  db: Db;
  contentDir: string;
  /** Returns the current time in milliseconds. */
  now: number;
  wallet: { downSince?: () => number | undefined };
  /** Earlier wallets. */
  earlier?: { downSince: () => number | undefined };
  /** Machines of this room that lag behind the others. */
  lagging?: () => Promise<{ name: string; lag: string }[]>;
}

export async function queueDueNotices({
  db,
  contentDir,
  now,
  wallet,
  earlier,
  lagging,
}: DueNoticesDeps): Promise<void> {
  const due = [
    ...(await listReminders(db, now)),
    ...(await listDueTranscripts(contentDir)),
    ...unpayable(wallet.downSince?.(), now),
    ...unseen(earlier?.downSince(), now),
    ...behind((await lagging?.()) ?? [], now),
    ...(await listDueFigures(db, now)),
  ];
  await forEachIndependently(due, ({ key, ...notice }) =>
    db.transaction().execute(async (tx) => {
      if (await isFirst(tx, key, now)) await queueNotice(tx, notice, now);
    }),
  );
}
