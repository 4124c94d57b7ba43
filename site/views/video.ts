// The page of a video or stream: a still that leads to where it plays, its state and times, what it is about.
import type { Room, RoomItem } from '#domain/room.ts';
import { formatDuration, formatMinute, type FormattedDate, formatNumber } from './dates.ts';
import { type DeckView, deckView } from './deck.ts';
import { itemView, type ItemView } from './item.ts';
import { type VideoFile, videoFile } from './playback.ts';
import { renderProse } from './prose.ts';
import { hostLabel, webLink } from './web-link.ts';
import { translatorOfRoom } from './translate.ts';

/** The frame that plays a video in the page, once a visitor asks for it. */
interface Embed {
  src: string;
  host: string;
}

/** YouTube's own address that sets no cookies before something plays. */
const quietHosts: Record<string, string> = {
  'www.youtube.com': 'www.youtube-nocookie.com',
  'youtube.com': 'www.youtube-nocookie.com',
};

/** Returns the frame only for https: the page's policy loads no other frame. A planned item has nothing to play. */
export function embedFrame({ embedUrl, isPlanned }: Pick<RoomItem, 'embedUrl' | 'isPlanned'>): Embed | undefined {
  const link = webLink(embedUrl);
  if (!link || isPlanned || !link.startsWith('https:')) return undefined;
  const url = new URL(link);
  url.hostname = quietHosts[url.hostname] ?? url.hostname;
  url.searchParams.set('autoplay', '1');
  return { src: url.href, host: hostLabel(url.href) };
}

export interface VideoView extends ItemView {
  /** The file itself, which plays without any other page. */
  file: VideoFile | undefined;
  /** Where it plays. */
  play: { href: string; label: string } | undefined;
  /** What a click loads into the page; before it there is no request to that host. */
  embed: Embed | undefined;
  deck: DeckView;
  artist: string;
  state: string | undefined;
  times: { label: string; moment: FormattedDate }[];
  details: { label: string; value: string }[];
  prose: string;
}

const platformNames: Record<string, string> = {
  youtube: 'YouTube',
  peertube: 'PeerTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
};

const platformName = ({ platform }: RoomItem) => platform && (platformNames[platform] ?? platform);

function videoDetails(room: Room, item: RoomItem): VideoView['details'] {
  const t = translatorOfRoom(room);
  const platform = platformName(item);
  return [
    ...(platform ? [{ label: t('video.platform'), value: platform }] : []),
    ...(item.channel ? [{ label: t('video.channel'), value: item.channel }] : []),
    ...(item.viewCount ? [{ label: t('video.views'), value: formatNumber(room, item.viewCount) }] : []),
  ];
}

export function videoView(room: Room, item: RoomItem, body: string): VideoView {
  const view = itemView(room, item);
  const { t } = view;
  const { isPlanned } = item;
  const href = isPlanned ? undefined : (webLink(item.canonicalUrl) ?? webLink(item.embedUrl));
  const file = videoFile(room, item);
  const times = [
    { label: t(isPlanned ? 'video.starts' : 'video.started'), at: item.startsAt },
    { label: t(item.status === 'ended' ? 'video.ended' : 'video.ends'), at: item.endsAt },
  ];
  return {
    ...view,
    // The state stands beside the text.
    facts: item.durationSeconds ? [formatDuration(t, item.durationSeconds)] : [],
    play: href ? { href, label: t('video.watch', { place: platformName(item) ?? hostLabel(href) }) } : undefined,
    // A frame of another host is needed where there is no file to play.
    embed: file?.src ? undefined : embedFrame(item),
    file,
    deck: deckView(room, item, view.url),
    artist: item.channel ?? room.creator.name,
    state: isPlanned
      ? t('stream.upcoming')
      : item.type === 'stream' && item.status
        ? t(`stream.${item.status}`)
        : undefined,
    times: times.flatMap(({ label, at }) => (at ? [{ label, moment: formatMinute(room, at) }] : [])),
    details: videoDetails(room, item),
    prose: renderProse(room, body || (item.summary ?? '')),
  };
}
