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

/** Events beyond those of the specification, announced by the capability events.v2. @spec-gap more-events */
const moreEventIds: string[] = ['content.updated', 'content.retracted'] satisfies EventId[];

const listEvents = (isMore: boolean) =>
  Object.entries(eventDescriptions)
    .filter(([id]) => moreEventIds.includes(id) === isMore)
    .map(([id, description]) => ({ id: id as EventId, description }));

export const specifiedEvents = listEvents(false);
export const moreEvents = listEvents(true);

export type EventId = keyof typeof eventDescriptions;
export const eventIds = Object.keys(eventDescriptions) as [EventId, ...EventId[]];
