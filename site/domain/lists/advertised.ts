// The topics that a room offers: of what the creator names, those under which the API has something.
import { visibleOn, type Room } from '../room.ts';
import { resolveTopic, topicsOf } from './topics.ts';

/** The room without topics that would give nothing. */
export function withLiveTopics(room: Room): Room {
  const { creator } = room;
  const topics = topicsOf(room.items.filter(visibleOn('api')), creator);
  const live = (names: string[]) => names.filter((name) => resolveTopic(topics, name).length > 0);
  const { booking } = creator;
  const hints = booking && { booking: { ...booking, topics: live(booking.topics) } };
  return { ...room, creator: { ...creator, topics: live(creator.topics), ...hints } };
}
