// Webhook subscriptions, and the channels of notices, in the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { countedNotice, successNotice } from '../../console/notices.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import { hitExcerpt, toHitPage, hitTitle, type SearchKind, totalRows } from '../../console/search/hits.ts';
import type { PageSection, SectionFact, SectionLine } from '../../console/ui/section.ts';
import type { ConsoleMessage, ConsoleTranslate } from '../../console/messages/messages.ts';
import { containsWords } from '../../storage/contains-words.ts';
import { channels, noticePrefix } from '../../storage/notices.ts';
import * as subscription from './console/subscription/actions.ts';
import { loadSubscriptionPage } from './console/subscription/page.ts';
import { deliveryLabels, deliveryTones, subscriptionLabels, subscriptionTones } from './console/subscriptions/model.ts';
import { loadSubscriptionsPage } from './console/subscriptions/page.ts';
import { toDeliveryRow, subscriberOrigin } from './console/subscriptions/rows.ts';
import { countExhausted, type LoggedDelivery, readDeliveryLog } from './delivery-log.ts';
import { countSubscriptions, findSubscription } from './subscriptions.ts';

const maxOnToday = 5;

const countPending = async ({ store: { db } }: ConsoleDeps): Promise<number> =>
  (await countSubscriptions(db)).pending ?? 0;

function deliveryFacts(
  { subscriptionId, createdAt, attempts, lastStatus, lastError, lastAttemptAt }: LoggedDelivery,
  origin: string | undefined,
  t: ConsoleTranslate,
): SectionFact[] {
  return [
    ...(origin ? [{ text: origin, href: `${consolePath}/subscriptions/${subscriptionId}` }] : []),
    { at: createdAt },
    { text: t.count('1 attempt', '{count} attempts', attempts) },
    ...(lastStatus && !lastError ? [{ text: t('status {status}', { status: String(lastStatus) }) }] : []),
    ...(lastAttemptAt ? [{ at: lastAttemptAt, text: t('last {when}') }] : []),
  ];
}

/** Lists deliveries that failed for good. */
async function listTodaySections({ store: { db } }: ConsoleDeps, t: ConsoleTranslate): Promise<PageSection[]> {
  const rows = (await readDeliveryLog(db, { state: 'exhausted', limit: maxOnToday })).map(toDeliveryRow);
  if (rows.length === 0) return [];
  const counts = await countExhausted(db);
  const lines: SectionLine[] = [];
  for (const row of rows) {
    const subscription = await findSubscription(db, row.subscriptionId);
    lines.push({
      title: row.type,
      state: { label: t(deliveryLabels[row.state]), tone: deliveryTones[row.state] },
      facts: deliveryFacts(row, subscription && subscriberOrigin(subscription.callbackUrl), t),
      ...(row.lastError && { detail: row.lastError }),
      isMarked: true,
    });
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const title = t.count('A delivery failed', '{count} deliveries failed', total);
  return [{ id: 'exhausted', title, order: 50, lines }];
}

const channelLabels = {
  mail: 'Sent by mail',
  webhook: 'Sent by webhook',
  requesters: 'Sent to requesters',
} as const satisfies Record<keyof typeof channels, ConsoleMessage>;

/** Lists the notice channels that are set up, with links to their deliveries. */
async function listNoticeSections({ store: { db } }: ConsoleDeps, t: ConsoleTranslate): Promise<PageSection[]> {
  const isOpen = async (id: string) => (await findSubscription(db, id))?.status === 'approved';
  const open: (keyof typeof channels)[] = [];
  for (const channel of ['mail', 'webhook', 'requesters'] as const)
    if (await isOpen(channels[channel])) open.push(channel);
  const noChannelText = t('No channel is set up yet. Mail also requires a mail server in the settings.');
  return [
    {
      id: 'try',
      title: t('Test'),
      order: 10,
      links: open.map((channel) => ({
        label: t(channelLabels[channel]),
        href: `${consolePath}/subscriptions/${channels[channel]}`,
      })),
      ...(open.every((channel) => channel === 'requesters') && {
        paragraphs: [{ text: noChannelText, isQuiet: true }],
      }),
      button: { label: t('Send a test notice'), action: `${consolePath}/notices/test` },
    },
  ];
}

const findSubscriptions: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) =>
  toHitPage(
    await db
      .selectFrom('subscriptions')
      .select(['id', 'status', 'callbackUrl', 'events', 'agent', 'createdAt', totalRows])
      .where('id', 'not like', `${noticePrefix}%`)
      .where(containsWords(words, ['id', 'callbackUrl', 'events', 'agent']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, status, callbackUrl, events, agent, createdAt }) => ({
      title: hitTitle(subscriberOrigin(callbackUrl)),
      href: `${consolePath}/subscriptions/${id}`,
      state: { label: subscriptionLabels[status], tone: subscriptionTones[status] },
      ...hitExcerpt(agent, (JSON.parse(events) as string[]).join(', ')),
      at: Number(createdAt),
    }),
  );

export const webhooksConsole: ConsoleContribution = {
  pages: [
    {
      view: 'subscriptions',
      section: {
        group: 'Requests',
        label: 'Subscriptions',
        order: 31,
        waiting: {
          count: countPending,
          one: 'subscription is waiting for approval',
          many: 'subscriptions are waiting for approval',
          path: '/subscriptions?status=pending',
        },
      },
      pages: { '/subscriptions': loadSubscriptionsPage },
      filters: ['status'],
    },
    {
      view: 'subscription',
      pages: { '/subscriptions/:id': loadSubscriptionPage },
      actions: {
        '/subscriptions/:id/approve': subscription.approveSubscriptionAction,
        '/subscriptions/:id/reject': subscription.rejectSubscriptionAction,
        '/subscriptions/:id/test': subscription.sendTestAction,
        '/subscriptions/:id/replay': subscription.replaySinceAction,
        '/subscriptions/:id/replay/:delivery': subscription.replayDeliveryAction,
      },
    },
  ],
  sections: { today: listTodaySections, notices: listNoticeSections },
  searchKinds: [{ name: 'subscriptions', label: 'Subscriptions', order: 40, find: findSubscriptions }],
  notices: {
    subscriptionApproved: successNotice('Subscription approved. Events are sent from now on.'),
    subscriptionRejected: successNotice('Subscription rejected. No events are sent.'),
    testSent: successNotice('Test event sent.'),
    replayed: countedNotice('1 delivery is being sent again.', '{count} deliveries are being sent again.'),
  },
};
