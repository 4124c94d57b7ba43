// What strangers asked for, sent or wrote, found by the words in it: each kind in its table.
import { sql } from 'kysely';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { tipResource } from '#domain/access/tips.ts';
import { consolePath, guestKitPath } from '#domain/live-pages.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { listBookings } from '../../features/booking/bookings.ts';
import { containing } from '../../storage/containing.ts';
import { noticePrefix } from '../../storage/notices.ts';
import type { Db } from '../../storage/store.ts';
import { bookingLabels, bookingTones } from '../../features/booking/console/bookings/model.ts';
import { subscriptionLabels, subscriptionTones } from '../../features/webhooks/console/subscriptions/model.ts';
import { originOf } from '../../features/webhooks/console/subscriptions/rows.ts';
import { transcribeLabels, transcribeTones } from '../../features/transcription/console/transcripts/model.ts';
import { taskLabels, workLabels, workTones } from '../../features/work/console/work/model.ts';
import type { Hit, HitKind } from './model.ts';

export interface Window {
  limit: number;
  offset: number;
}
export interface Found {
  hits: Hit[];
  /** On all pages. */
  total: number;
}
export type Find = (db: Db, words: string[], window: Window) => Promise<Found>;

const longest = { title: 100, about: 300 };
const title = (text: string | null): string => strangerText(text ?? '', longest.title);
const about = (...texts: (string | null | undefined)[]) => {
  const text = strangerText(texts.filter(Boolean).join(' · '), longest.about);
  return text ? { about: text } : {};
};

/** Of every page, beside each row. */
const total = sql<number>`count(*) over ()`.as('total');
const foundIn = <Row extends { total: number }>(rows: Row[], hitOf: (row: Row) => Hit): Found => ({
  hits: rows.map(hitOf),
  total: Number(rows[0]?.total ?? 0),
});

const findBookings: Find = async (db, words, window) => {
  const found = await listBookings(db, { words, ...window });
  const hits = found.bookings.map(({ id, showName, status, contactName, message, createdAt }) => ({
    title: title(showName),
    href: `${consolePath}/bookings/${id}`,
    state: { label: bookingLabels[status], tone: bookingTones[status] },
    ...about(contactName, message),
    at: Number(createdAt),
  }));
  return { hits, total: found.total };
};

const findTranscriptions: Find = async (db, words, { limit, offset }) =>
  foundIn(
    await db
      .selectFrom('transcribeJobs')
      .select(['id', 'status', 'sourceUrl', 'episode', 'createdAt', total])
      .where(containing(words, ['id', 'sourceUrl', 'episode']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, status, sourceUrl, episode, createdAt }) => ({
      title: title(episode ?? sourceUrl),
      href: `${consolePath}/transcripts${episode ? `/${episode}` : `#job-${id}`}`,
      state: { label: transcribeLabels[status], tone: transcribeTones[status] },
      at: Number(createdAt),
    }),
  );

const findSubscriptions: Find = async (db, words, { limit, offset }) =>
  foundIn(
    await db
      .selectFrom('subscriptions')
      .select(['id', 'status', 'callbackUrl', 'events', 'agent', 'createdAt', total])
      .where('id', 'not like', `${noticePrefix}%`)
      .where(containing(words, ['id', 'callbackUrl', 'events', 'agent']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, status, callbackUrl, events, agent, createdAt }) => ({
      title: title(originOf(callbackUrl)),
      href: `${consolePath}/subscriptions/${id}`,
      state: { label: subscriptionLabels[status], tone: subscriptionTones[status] },
      ...about(agent, (JSON.parse(events) as string[]).join(', ')),
      at: Number(createdAt),
    }),
  );

const findAgents: Find = async (db, words, { limit, offset }) =>
  foundIn(
    await db
      .selectFrom('agentTiers')
      .select(['id', 'name', 'purpose', 'whyNoPayment', 'createdAt', 'revokedAt', total])
      .where(containing(words, ['id', 'name', 'purpose', 'whyNoPayment']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, name, purpose, whyNoPayment, createdAt, revokedAt }) => ({
      title: title(name) || id,
      href: `${consolePath}/agents#agent-${id}`,
      ...(revokedAt !== null && { state: { label: 'Revoked', tone: 'over' } }),
      ...about(purpose, whyNoPayment),
      at: Number(createdAt),
    }),
  );

const findWork: Find = async (db, words, { limit, offset }) =>
  foundIn(
    await db
      .selectFrom('workAnswers')
      .innerJoin('workTasks', 'workTasks.id', 'workAnswers.taskId')
      .select(['workAnswers.id', 'workAnswers.state', 'answers', 'workerName', 'type', 'workAnswers.createdAt', total])
      .where(containing(words, ['workAnswers.id', 'answers', 'workerName']))
      .orderBy('workAnswers.createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, state, answers, workerName, type, createdAt }) => ({
      title: title(workerName) || id,
      href: `${consolePath}/work?show=all#work-${id}`,
      state: { label: workLabels[state], tone: workTones[state] },
      kind: taskLabels[type],
      ...about(textsIn(JSON.parse(answers)).join(' · ')),
      at: Number(createdAt),
    }),
  );

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** More than anybody reads; each is read whole. */
const mostKits = 500;

/** A kit quotes the room, so only what was asked for counts. */
const findKits: Find = async (db, words, { limit, offset }) => {
  const rows = await db
    .selectFrom('guestKits')
    .selectAll()
    .where(containing(words, ['id', 'kit']))
    .orderBy('createdAt', 'desc')
    .limit(mostKits)
    .execute();
  const all = rows.flatMap(({ id, kit, createdAt }): Hit[] => {
    const { showName, showUrl = '', topic = '', audience = '' } = JSON.parse(kit) as GuestKit;
    const said = [id, showName, showUrl, topic, audience].join(' ').toLowerCase();
    if (!words.every((word) => said.includes(word.toLowerCase()))) return [];
    const asked = about(topic, audience, showUrl);
    return [{ title: title(showName), href: guestKitPath({ id }), ...asked, at: Number(createdAt) }];
  });
  return { hits: all.slice(offset, offset + limit), total: all.length };
};

const findTips: Find = async (db, words, { limit, offset }) =>
  foundIn(
    await db
      .selectFrom('grants')
      .innerJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
      .select(['grants.createdAt', 'grants.amountSats', 'invoices.comment', total])
      .where('grants.resourceId', '=', tipResource)
      .where('invoices.comment', 'is not', null)
      .where(containing(words, ['invoices.comment']))
      .orderBy('grants.createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ createdAt, comment }) => ({ title: title(comment), href: `${consolePath}/income#tips`, at: Number(createdAt) }),
  );

export const findRequests: Record<Exclude<HitKind, 'items'>, Find> = {
  bookings: findBookings,
  transcripts: findTranscriptions,
  subscriptions: findSubscriptions,
  agents: findAgents,
  work: findWork,
  kits: findKits,
  tips: findTips,
};
