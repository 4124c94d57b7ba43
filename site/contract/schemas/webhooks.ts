// The wire shapes of webhook subscriptions: the request, its state, and the payload of every event.
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { type EventId, eventIds } from '../events.ts';
import { ChangelogEntry } from './discovery.ts';
import { closedObject, Count, Day, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const digestSchedules = ['daily', 'weekly'] as const;
const digestWindows = ['7d', '30d'] as const;

const subscribed = {
  callbackUrl: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'Public https address that events are POSTed to.',
  }),
  events: Type.Array(oneOf([...eventIds]), { minItems: 1, maxItems: 20, description: 'At least one event id.' }),
  digestSchedule: optional(oneOf([...digestSchedules], 'Required for content_index.digest only.')),
  digestWindow: optional(oneOf([...digestWindows], 'Required for content_index.digest only.')),
};

export const WebhookRequest = Type.Object(subscribed, { title: 'WebhookRequest' });
export type WebhookRequest = Static<typeof WebhookRequest>;

const subscription = {
  subscriptionId: text('Id of the subscription.'),
  status: oneOf(['pending', 'approved', 'rejected', 'ended'], 'Pending until the creator decides.'),
};

export const WebhookSubscribed = closedObject(
  {
    ...postFields,
    ...subscription,
    secret: text('whsec_…: key for the signatures (Standard Webhooks). Only shown once.'),
    manageUrl: Uri('Secret address: GET returns the state, POST sends a test event, DELETE ends the subscription.'),
  },
  { title: 'WebhookSubscribed' },
);
export type WebhookSubscribed = Static<typeof WebhookSubscribed>;

const WebhookDelivery = closedObject({
  webhookId: text('webhook-id of the request; the same on each attempt.'),
  event: text('Event id.'),
  state: oneOf(['pending', 'delivered', 'exhausted', 'cancelled']),
  attempts: Count('Attempts since it was queued or replayed.'),
  createdAt: Instant('Time of the event.'),
  lastAttemptAt: optional(Instant('Last attempt.')),
  nextAttemptAt: optional(Instant('Next attempt.')),
  lastStatus: optional(Type.Integer({ description: 'Status of the last response.' })),
  lastError: optional(text('Error of the last attempt.')),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookState = closedObject(
  {
    ...subscription,
    ...subscribed,
    createdAt: Instant('Creation time of the subscription.'),
    deliveries: list(WebhookDelivery, 'The last 20, newest first.'),
  },
  { title: 'WebhookState' },
);
export type WebhookState = Static<typeof WebhookState>;

export const WebhookTest = closedObject(
  {
    ...postFields,
    ...subscription,
    webhookId: text('webhook-id of the test event, which is sent now or after the approval.'),
  },
  { title: 'WebhookTest' },
);
export const WebhookEnded = closedObject(subscription, { title: 'WebhookEnded' });

const publishedItem = () =>
  closedObject({
    ...dayItem,
    type: text('Content type.'),
    url: Uri('Its page.'),
    date: Day('Publication date.'),
  });

const dayItem = { id: text('Id of the item.'), title: text('Plain text.') };

/** Payload members of each event besides `event`, `type` and `timestamp`. @spec-gap dot-events */
const eventPayloads = {
  'dot.approved': {
    articleId: text('Id of the article.'),
    title: text('Plain text.'),
    url: Uri('Its page.'),
    approvedAt: Instant('Approval time.'),
  },
  'content.published': {
    item: publishedItem(),
    publishedAt: Instant('Time at which it went live.'),
  },
  'content.updated': {
    item: publishedItem(),
    hash: text('Same as in the list of changes.'),
    updatedAt: Instant('Time at which the change went live.'),
  },
  'content.retracted': { item: publishedItem(), retractedAt: Instant('Time of the retraction.') },
  'guest_kit.generated': {
    guestKitId: text('Id of the kit.'),
    showName: text('Same as in the request.'),
    showUrl: optional(Uri('Same as in the request.')),
    topic: optional(text('Same as in the request.')),
    url: Uri('Address of the kit.'),
    generatedAt: Instant('Creation time.'),
  },
  'changelog.updated': {
    version: text('API version.'),
    changelogUrl: Uri('The changelog.'),
    latestEntry: optional(ChangelogEntry),
    deliveredAt: Instant('Time of queueing.'),
  },
  'content_index.digest': {
    digest: oneOf([...digestWindows], 'The window.'),
    count: Count('Items in it.'),
    items: list(
      closedObject({
        ...dayItem,
        url: Type.Union([Uri('Its page.'), Type.Null()]),
        date: Day('Publication date.'),
      }),
    ),
    deliveredAt: Instant('Time of queueing.'),
  },
  /** Test event that is requested at manageUrl; it cannot be subscribed to. */
  'webhook.test': { subscriptionId: text('Id of the subscription.'), sentAt: Instant('When it was requested.') },
} satisfies Record<EventId | 'webhook.test', TProperties>;

type Payloads = typeof eventPayloads;
export type EventPayloads = { [E in keyof Payloads]: Static<TObject<Payloads[E]>> };
export type EventType = keyof EventPayloads;

/** Returns the schema of a delivery's body. */
export const eventBody = (type: EventType): TObject =>
  closedObject({
    event: oneOf([type], 'Event id.'),
    type: oneOf([type], 'Event id, as in Standard Webhooks.'),
    timestamp: Instant('Time of the event.'),
    ...eventPayloads[type],
  });
