// The page of a video or stream: a still that leads to where it plays, its state and times, what it is about.
import type { Room, RoomItem } from '#domain/room.ts';
import { minuteOf, type Moment, numberOf } from './dates.ts';
import { itemView, type ItemView } from './item.ts';
import { proseOf } from './prose.ts';
import { hostOf, webLink } from './web-link.ts';

export interface VideoView extends ItemView {
  /** Where it plays. */
  play: { href: string; label: string } | undefined;
  state: string | undefined;
  times: { label: string; moment: Moment }[];
  details: { label: string; value: string }[];
  prose: string;
}

const stateNames = { upcoming: 'Planned', live: 'Live', ended: 'Ended' } as const;
const platformNames: Record<string, string> = {
  youtube: 'YouTube',
  peertube: 'PeerTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
};

const platformOf = ({ platform }: RoomItem) => platform && (platformNames[platform] ?? platform);

function detailsOf(room: Room, item: RoomItem): VideoView['details'] {
  const platform = platformOf(item);
  return [
    ...(platform ? [{ label: 'Platform', value: platform }] : []),
    ...(item.channel ? [{ label: 'Channel', value: item.channel }] : []),
    ...(item.viewCount ? [{ label: 'Views', value: numberOf(room, item.viewCount) }] : []),
  ];
}

export function videoView(room: Room, item: RoomItem, body: string): VideoView {
  const view = itemView(room, item);
  const href = webLink(item.canonicalUrl) ?? webLink(item.embedUrl);
  const isPlanned = item.status === 'upcoming';
  const times = [
    { label: isPlanned ? 'Starts' : 'Started', at: item.startsAt },
    { label: isPlanned ? 'Ends' : 'Ended', at: item.endsAt },
  ];
  return {
    ...view,
    facts: view.facts.filter((fact) => !fact.startsWith('Planned') && fact !== 'Live'),
    play: href ? { href, label: `Watch on ${platformOf(item) ?? hostOf(href)}` } : undefined,
    state: item.type === 'stream' && item.status ? stateNames[item.status] : undefined,
    times: times.flatMap(({ label, at }) => (at ? [{ label, moment: minuteOf(room, at) }] : [])),
    details: detailsOf(room, item),
    prose: proseOf(room, body || (item.summary ?? '')),
  };
}
