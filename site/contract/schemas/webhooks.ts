// The wire shapes of webhook subscriptions: the request, its state, and the payload of every event.
import { type Static, type TObject, Type } from 'typebox';
import { eventIds } from '../events.ts';
import { ChangelogEntry } from './discovery.ts';
import { closedObject, Count, Day, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const digestSchedules = ['daily', 'weekly'] as const;
const digestWindows = ['7d', '30d'] as const;

const subscribed = {
  callbackUrl: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'Where events are POSTed: an https address of the public internet.',
  }),
  events: Type.Array(oneOf([...eventIds]), { minItems: 1, maxItems: 20, description: 'At least one event id.' }),
  digestSchedule: optional(oneOf([...digestSchedules], 'With content_index.digest, and only with it.')),
  digestWindow: optional(oneOf([...digestWindows], 'With content_index.digest, and only with it.')),
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
    secret: text('whsec_…: signs every event (Standard Webhooks). Shown this once.'),
    manageUrl: Uri('Secret address: GET the state, POST for a test event, DELETE to end it.'),
  },
  { title: 'WebhookSubscribed' },
);
export type WebhookSubscribed = Static<typeof WebhookSubscribed>;

const WebhookDelivery = closedObject({
  webhookId: text('webhook-id of the request; the same on repeats.'),
  event: text('Event id.'),
  state: oneOf(['pending', 'delivered', 'exhausted', 'cancelled']),
  attempts: Count('How often it was sent since it was queued or replayed.'),
  createdAt: Instant('When the event happened.'),
  lastAttemptAt: optional(Instant('When it was last sent.')),
  nextAttemptAt: optional(Instant('When it is sent next.')),
  lastStatus: optional(Type.Integer({ description: 'Status of the last answer.' })),
  lastError: optional(text('Why the last attempt failed.')),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookState = closedObject(
  {
    ...subscription,
    ...subscribed,
    createdAt: Instant('When it was asked for.'),
    deliveries: list(WebhookDelivery, 'The last 20, newest first.'),
  },
  { title: 'WebhookState' },
);
export type WebhookState = Static<typeof WebhookState>;

export const WebhookTest = closedObject(
  {
    ...postFields,
    ...subscription,
    webhookId: text('webhook-id of the test event; it goes out at once, or when the subscription is approved.'),
  },
  { title: 'WebhookTest' },
);
export const WebhookEnded = closedObject(subscription, { title: 'WebhookEnded' });

const publishedItem = () =>
  closedObject({
    ...dayItem,
    type: text('Content type.'),
    url: Uri('Its page.'),
    date: Day('When it was published.'),
  });

const dayItem = { id: text('Id of the item.'), title: text('Plain text.') };

/** Payload members of each event besides `event`, `type` and `timestamp`. @spec-gap dot-events */
const eventPayloads = {
  'dot.approved': {
    articleId: text('Id of the article.'),
    title: text('Plain text.'),
    url: Uri('Its page.'),
    approvedAt: Instant('When the creator approved it.'),
  },
  'content.published': {
    item: publishedItem(),
    publishedAt: Instant('When it went live.'),
  },
  'content.updated': {
    item: publishedItem(),
    hash: text('As the list of changes has it.'),
    updatedAt: Instant('When the change went live.'),
  },
  'content.retracted': { item: publishedItem(), retractedAt: Instant('When it was no longer live.') },
  'guest_kit.generated': {
    guestKitId: text('Id of the kit.'),
    showName: text('As asked.'),
    showUrl: optional(Uri('As asked.')),
    topic: optional(text('As asked.')),
    url: Uri('The kit.'),
    generatedAt: Instant('When it was made.'),
  },
  'changelog.updated': {
    version: text('API version.'),
    changelogUrl: Uri('The changelog.'),
    latestEntry: optional(ChangelogEntry),
    deliveredAt: Instant('When it was queued.'),
  },
  'content_index.digest': {
    digest: oneOf([...digestWindows], 'The window.'),
    count: Count('Items in it.'),
    items: list(
      closedObject({
        ...dayItem,
        url: Type.Union([Uri('Its page.'), Type.Null()]),
        date: Day('When it was published.'),
      }),
    ),
    deliveredAt: Instant('When it was queued.'),
  },
  /** Test event that is requested at manageUrl; it cannot be subscribed to. */
  'webhook.test': { subscriptionId: text('Id of the subscription.'), sentAt: Instant('When it was asked for.') },
};

type Payloads = typeof eventPayloads;
export type EventPayloads = { [E in keyof Payloads]: Static<TObject<Payloads[E]>> };
export type EventType = keyof EventPayloads;

/** Returns the schema of a delivery's body. */
export const eventBody = (type: EventType): TObject =>
  closedObject({
    event: oneOf([type], 'Event id.'),
    type: oneOf([type], 'The same, as Standard Webhooks names it.'),
    timestamp: Instant('When it happened.'),
    ...eventPayloads[type],
  });
