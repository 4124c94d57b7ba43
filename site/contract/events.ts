// The webhook events, each with the occasion on which it is sent.

export const eventDescriptions = {
  'dot.approved': 'An article was approved and is live.',
  'content.published': 'An item of any type was approved and is live.',
  'content.updated': 'A published item has changed. Fetch it again.',
  'content.retracted': 'A published item was retracted or hidden. Delete your copy.',
  'guest_kit.generated': 'A guest kit was created for a show.',
  'changelog.updated': 'The API has a new version. Sent once per version.',
  'content_index.digest': 'Items of the last 7 or 30 days, sent daily or weekly.',
};

type EventId = keyof typeof eventDescriptions;
export const eventIds = Object.keys(eventDescriptions) as [EventId, ...EventId[]];
