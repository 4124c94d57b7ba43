// The webhook events, each with the occasion on which it is sent.

export const eventDescriptions = {
  'dot.approved': 'A Dot was approved and is live in the index.',
  'content.published': 'An item of any type was approved and is live in the index.',
  'content.updated': 'A published item is live in another form: take it again.',
  'content.retracted': 'A published item was retracted or hidden: drop it.',
  'guest_kit.generated': 'A guest kit was made for a show.',
  'changelog.updated': 'The API version or its changelog changed; once a version.',
  'content_index.digest': 'The items of the last 7 or 30 days, daily or weekly.',
};

type EventId = keyof typeof eventDescriptions;
export const eventIds = Object.keys(eventDescriptions) as [EventId, ...EventId[]];
