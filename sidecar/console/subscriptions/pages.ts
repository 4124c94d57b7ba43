// The list of webhook subscriptions, and one with its settings and delivery log.
import { ApiError } from '#contract/errors.ts';
import type { Tab } from '#domain/console/listing.ts';
import {
  deliveryLabels,
  type DeliveryState,
  subscriptionLabels,
  type SubscriptionModel,
  type SubscriptionsModel,
  type SubscriptionStatus,
} from '#domain/console/subscriptions.ts';
import type { SubscriptionFacts } from '../features.ts';
import { choiceOf, idPager, numberedPager, numberOf, pageOf, pageSize, withQuery } from '../listing.ts';
import type { Asked, Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { deliveryRow, subscriptionRow } from './rows.ts';

const path = '/subscriptions';
const statuses = Object.keys(subscriptionLabels) as SubscriptionStatus[];

export const subscriptionsPage: Page = {
  model: async ({ subscriptions }, asked): Promise<SubscriptionsModel> => {
    const status = choiceOf(asked, 'status', statuses);
    const page = pageOf(asked);
    const found = await subscriptions.list({ status, limit: pageSize + 1, offset: (page - 1) * pageSize });
    const [counts, exhausted] = [await subscriptions.counts(), await subscriptions.exhausted()];
    const all = { label: 'All', path, isHere: status === undefined };
    const tabs = statuses.map((one) => ({
      label: subscriptionLabels[one],
      path: withQuery(path, { status: one }),
      isHere: one === status,
      count: counts[one] ?? 0,
    }));
    return {
      tabs: [all, ...tabs],
      rows: found.slice(0, pageSize).map((one) => subscriptionRow(one, exhausted)),
      pager: numberedPager(path, { status }, page, found.length > pageSize),
    };
  },
};

const states = Object.keys(deliveryLabels) as DeliveryState[];

async function readLog({ subscriptions }: ConsoleParts, id: string, query: Asked['query']) {
  const state = choiceOf({ query }, 'state', states);
  const before = numberOf({ query }, 'before');
  const found = await subscriptions.log({ subscriptionId: id, state, before, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize).map(deliveryRow);
  const own = `${path}/${id}`;
  const tab = (label: string, one?: DeliveryState): Tab => ({
    label,
    path: withQuery(own, { state: one }),
    isHere: one === state,
  });
  return {
    tabs: [tab('All'), ...states.map((one) => tab(deliveryLabels[one], one))],
    rows,
    pager: idPager(own, { state }, before === undefined, found.length > pageSize ? rows.at(-1)!.id : undefined),
  };
}

function digestOf({ digestSchedule, digestWindow, nextDigestAt }: SubscriptionFacts): SubscriptionModel['digest'] {
  if (!digestSchedule || !digestWindow) return undefined;
  const days = digestWindow === '7d' ? 7 : 30;
  return { schedule: digestSchedule, days, ...(nextDigestAt !== null && { nextAt: nextDigestAt }) };
}

/** Throws not_found when there is no such subscription. */
export async function subscriptionModel(
  parts: ConsoleParts,
  id: string,
  { query = {}, since = '' }: { query?: Asked['query']; since?: string } = {},
): Promise<SubscriptionModel> {
  const found = await parts.subscriptions.find(id);
  if (!found) throw new ApiError('not_found', 'There is no such subscription.');
  const { status, decidedAt } = found;
  const digest = digestOf(found);
  return {
    subscription: {
      ...subscriptionRow(found, await parts.subscriptions.exhausted()),
      ...(decidedAt !== null && { decidedAt }),
    },
    ...(digest && { digest }),
    mayApprove: status === 'pending' || status === 'rejected',
    mayReject: status === 'pending' || status === 'approved',
    isApproved: status === 'approved',
    log: await readLog(parts, found.id, query),
    since,
  };
}

export const subscriptionPage: Page = {
  template: '/subscription',
  model: (parts, { params, query }) => subscriptionModel(parts, params.id!, { query }),
};
