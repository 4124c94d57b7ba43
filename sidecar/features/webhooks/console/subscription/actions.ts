// Actions on a subscription: approve, reject, send a test event, and send deliveries again.
import { replay, type Replay } from '../../delivery-log.ts';
import { sendTestEvent as send } from '../../send-test.ts';
import { approveSubscription, rejectSubscription } from '../../subscriptions.ts';
import type { Tx } from '#sidecar/storage/store.ts';
import { subscriptionLabels } from '../subscriptions/model.ts';
import { instantOfLocalTime } from '#domain/booking/zones.ts';
import { type RunAction, type ActionResult, formField, consoleActor } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { loadSubscriptionModel } from './page.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

/** Shows the page again with a problem. */
const showProblem = async (deps: ConsoleDeps, id: string, problem: string, since?: string): Promise<ActionResult> => ({
  view: 'subscription',
  model: await loadSubscriptionModel(deps, id, { since }),
  problem,
});

type Change = (tx: Tx, id: string, actor: string, now: number) => Promise<boolean>;

const createAction =
  (change: Change, notice: string, refusal: ConsoleMessage): RunAction =>
  async (deps, _, { params, t }) => {
    const id = params.id!;
    const { store, now } = deps;
    const isDone = await store.db.transaction().execute((tx) => change(tx, id, consoleActor, now()));
    if (isDone) return { to: `/subscriptions/${id}`, notice };
    const { subscription } = await loadSubscriptionModel(deps, id);
    return showProblem(
      deps,
      id,
      t('The subscription is “{state}”: {why}.', {
        state: t(subscriptionLabels[subscription.status]),
        why: t(refusal),
      }),
    );
  };

export const approveSubscriptionAction = createAction(
  approveSubscription,
  'subscriptionApproved',
  'it cannot be approved any more',
);

/** Rejects a subscription, or revokes its approval. */
export const rejectSubscriptionAction = createAction(
  rejectSubscription,
  'subscriptionRejected',
  'it cannot be rejected any more',
);

export const sendTestAction = createAction(send, 'testSent', 'approve it before you send a test event');

const replayDeliveries = ({ store, now }: ConsoleDeps, selection: Replay): Promise<number> =>
  store.db.transaction().execute((tx) => replay(tx, selection, consoleActor, now()));

export const replayDeliveryAction: RunAction = async (deps, _, { params, t }) => {
  const id = params.id!;
  const delivery = Number(params.delivery);
  if (!Number.isSafeInteger(delivery)) return showProblem(deps, id, t('This delivery does not exist.'));
  const count = await replayDeliveries(deps, { subscriptionId: id, delivery });
  if (count > 0) return { to: `/subscriptions/${id}`, notice: 'replayed', count };
  return showProblem(
    deps,
    id,
    t('The delivery is being sent right now, or the subscription is not approved. Check the log and try again.'),
  );
};

export const replaySinceAction: RunAction = async (deps, form, { params, t }) => {
  const id = params.id!;
  const since = formField(form, 'since').trim();
  const at = instantOfLocalTime('UTC', `${since}T00:00`);
  if (at === undefined) return showProblem(deps, id, t('Enter the first day as YYYY-MM-DD.'), since);
  const count = await replayDeliveries(deps, { subscriptionId: id, since: at });
  if (count > 0) return { to: `/subscriptions/${id}`, notice: 'replayed', count };
  return showProblem(deps, id, t('There are no events since that day, or the subscription is not approved.'), since);
};
