// One webhook subscription with its settings and delivery log.
import { ApiError } from '#contract/errors.ts';
import { countExhausted, readDeliveryLog } from '../../delivery-log.ts';
import { findSubscription, type SubscriptionDetails } from '../../subscriptions.ts';
import { queryChoice, createIdPager, queryNumber, pageSize, withQuery } from '#sidecar/console/listing.ts';
import type { ConsoleRequest, LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { DeliveryState } from '#sidecar/storage/tables.ts';
import { deliveryLabels } from '../subscriptions/model.ts';
import { toDeliveryRow, toSubscriptionRow } from '../subscriptions/rows.ts';
import type { Tab } from '#sidecar/console/ui/listing.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

const path = '/subscriptions';
const states = Object.keys(deliveryLabels) as DeliveryState[];

async function readLog({ store }: ConsoleDeps, id: string, query: ConsoleRequest['query']) {
  const state = queryChoice({ query }, 'state', states);
  const before = queryNumber({ query }, 'before');
  const deliveries = await readDeliveryLog(store.db, { subscriptionId: id, state, before, limit: pageSize + 1 });
  const rows = deliveries.slice(0, pageSize).map(toDeliveryRow);
  const subscriptionPath = `${path}/${id}`;
  const tab = (label: ConsoleMessage, tabState?: DeliveryState): Tab => ({
    label,
    path: withQuery(subscriptionPath, { state: tabState }),
    isHere: tabState === state,
  });
  return {
    tabs: [tab('All'), ...states.map((one) => tab(deliveryLabels[one], one))],
    rows,
    pager: createIdPager(
      subscriptionPath,
      { state },
      before === undefined,
      deliveries.length > pageSize ? rows.at(-1)!.id : undefined,
    ),
  };
}

function readDigestSettings({ digestSchedule, digestWindow, nextDigestAt }: SubscriptionDetails) {
  if (!digestSchedule || !digestWindow) return undefined;
  const next = nextDigestAt !== null && { nextAt: nextDigestAt };
  return { schedule: digestSchedule, days: digestWindow === '7d' ? 7 : 30, ...next };
}

/** Throws not_found if there is no such subscription. */
export async function loadSubscriptionModel(
  deps: ConsoleDeps,
  id: string,
  { query = {}, since = '' }: { query?: ConsoleRequest['query']; since?: string } = {},
) {
  const subscription = await findSubscription(deps.store.db, id);
  if (!subscription) throw new ApiError('not_found', 'This subscription does not exist.');
  const { status, decidedAt } = subscription;
  return {
    subscription: { ...toSubscriptionRow(subscription, await countExhausted(deps.store.db)), decidedAt },
    digest: readDigestSettings(subscription),
    mayApprove: status === 'pending' || status === 'rejected',
    mayReject: status === 'pending' || status === 'approved',
    isApproved: status === 'approved',
    log: await readLog(deps, subscription.id, query),
    /** Day that was typed into the form. */
    since,
  };
}

export const loadSubscriptionPage = ((deps, { params, query }) =>
  loadSubscriptionModel(deps, params.id!, { query })) satisfies LoadPage;
