// Prepares the page of a video or stream: still, player, state, times and text.
import type { Room, RoomItem } from '#domain/room.ts';
import { formatDuration, formatMinute, formatNumber } from './dates.ts';
import { deckView } from './deck.ts';
import { itemView } from './item.ts';
import { videoFile } from './playback.ts';
import { embedFrame } from './players.ts';
import { renderProse } from './prose.ts';
import { hostLabel, webLink } from './web-link.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

const platformNames: Record<string, string> = {
  youtube: 'YouTube',
  peertube: 'PeerTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
};

const platformName = ({ platform }: RoomItem) => platform && (platformNames[platform] ?? platform);

function videoDetails(room: Room, item: RoomItem) {
  const t = translatorOfRoom(room);
  const platform = platformName(item);
  return [
    ...(platform ? [{ label: t('video.platform'), value: platform }] : []),
    ...(item.channel ? [{ label: t('video.channel'), value: item.channel }] : []),
    ...(item.viewCount ? [{ label: t('video.views'), value: formatNumber(room, item.viewCount) }] : []),
  ];
}

function playLink(t: Translate, item: RoomItem) {
  const href = item.isPlanned ? undefined : (webLink(item.canonicalUrl) ?? webLink(item.embedUrl));
  return href ? { href, label: t('video.watch', { place: platformName(item) ?? hostLabel(href) }) } : undefined;
}

function videoState(t: Translate, { type, status, isPlanned }: RoomItem): string | undefined {
  if (isPlanned) return t('stream.upcoming');
  return type === 'stream' && (status === 'live' || status === 'ended') ? t(`stream.${status}`) : undefined;
}

function videoTimes(room: Room, { status, isPlanned, startsAt, endsAt }: RoomItem) {
  const t = translatorOfRoom(room);
  const times = [
    { label: t(isPlanned ? 'video.starts' : 'video.started'), at: startsAt },
    { label: t(status === 'ended' ? 'video.ended' : 'video.ends'), at: endsAt },
  ];
  return times.flatMap(({ label, at }) => (at ? [{ label, time: formatMinute(room, at) }] : []));
}

export type VideoView = ReturnType<typeof videoView>;

export function videoView(room: Room, item: RoomItem, body: string) {
  const view = itemView(room, item);
  const { t } = view;
  const file = videoFile(room, item);
  return {
    ...view,
    // The state is next to the text.
    facts: [
      ...(item.isShort ? [t('video.short')] : []),
      ...(item.durationSeconds ? [formatDuration(t, item.durationSeconds)] : []),
    ],
    play: playLink(t, item),
    // An iframe of another host is only needed without a file.
    embed: file?.src ? undefined : embedFrame(item),
    file,
    deck: deckView(room, item, view.url),
    artist: item.channel ?? room.creator.name,
    state: videoState(t, item),
    times: videoTimes(room, item),
    details: videoDetails(room, item),
    prose: renderProse(room, body || (item.summary ?? '')),
  };
}
