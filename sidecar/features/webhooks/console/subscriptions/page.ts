// The list of webhook subscriptions.
import { queryChoice, numberedPager, queryPage, pageSize, withQuery } from '#sidecar/console/listing.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import { countExhausted } from '../../delivery-log.ts';
import { countSubscriptions, listSubscriptions } from '../../subscriptions.ts';
import { subscriptionLabels, type SubscriptionsModel, type SubscriptionStatus } from './model.ts';
import { toSubscriptionRow } from './rows.ts';

const path = '/subscriptions';
const statuses = Object.keys(subscriptionLabels) as SubscriptionStatus[];

export const subscriptionsPage: LoadPage<SubscriptionsModel> = async ({ store: { db } }, request) => {
  const status = queryChoice(request, 'status', statuses);
  const page = queryPage(request);
  const found = await listSubscriptions(db, { status, limit: pageSize + 1, offset: (page - 1) * pageSize });
  const [counts, exhausted] = [await countSubscriptions(db), await countExhausted(db)];
  const all = { label: 'All' as const, path: withQuery(path, { status: '' }), isHere: status === undefined };
  const tabs = statuses.map((one) => ({
    label: subscriptionLabels[one],
    path: withQuery(path, { status: one }),
    isHere: one === status,
    count: counts[one] ?? 0,
  }));
  return {
    tabs: [all, ...tabs],
    rows: found.slice(0, pageSize).map((one) => toSubscriptionRow(one, exhausted)),
    pager: numberedPager(path, { status }, page, found.length > pageSize),
  };
};
