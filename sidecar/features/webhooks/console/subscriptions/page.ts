// The list of webhook subscriptions.
import { queryChoice, createNumberedPager, queryPage, pageSize, withQuery } from '#sidecar/console/listing.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import { countExhausted } from '../../delivery-log.ts';
import { countSubscriptions, listSubscriptions } from '../../subscriptions.ts';
import type { SubscriptionStatus } from '#sidecar/storage/tables.ts';
import { subscriptionLabels } from './model.ts';
import { toSubscriptionRow } from './rows.ts';
import type { Tab } from '#sidecar/console/ui/listing.ts';

const path = '/subscriptions';
const statuses = Object.keys(subscriptionLabels) as SubscriptionStatus[];

export const loadSubscriptionsPage = (async ({ store: { db } }, request) => {
  const status = queryChoice(request, 'status', statuses);
  const page = queryPage(request);
  const subscriptions = await listSubscriptions(db, { status, limit: pageSize + 1, offset: (page - 1) * pageSize });
  const counts = await countSubscriptions(db);
  const exhausted = await countExhausted(db);
  const all: Tab = { label: 'All', path: withQuery(path, { status: '' }), isHere: status === undefined };
  const tabs = statuses.map((tabStatus): Tab => ({
    label: subscriptionLabels[tabStatus],
    path: withQuery(path, { status: tabStatus }),
    isHere: tabStatus === status,
    count: counts[tabStatus] ?? 0,
  }));
  return {
    tabs: [all, ...tabs],
    rows: subscriptions.slice(0, pageSize).map((subscription) => toSubscriptionRow(subscription, exhausted)),
    pager: createNumberedPager(path, { status }, page, subscriptions.length > pageSize),
  };
}) satisfies LoadPage;
