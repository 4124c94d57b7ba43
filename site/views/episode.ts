// The page of an episode: the recording, who speaks, chapters and transcripts, show notes.
import type { Room, RoomItem } from '#domain/room.ts';
import { itemView, type ItemView, standfirstOf } from './item.ts';
import { type DeckView, deckOf } from './deck.ts';
import { type AudioFile, audioOf, type VideoFile, videoOf } from './playback.ts';
import { proseOf } from './prose.ts';
import { type ChapterView, chaptersOf, type PullQuoteView, pullQuotesOf, withoutChapters, withTimes } from './times.ts';
import { type SpokenLine, spokenLines } from './spoken.ts';
import { webLink } from './web-link.ts';
import type { Say } from './words.ts';

export interface EpisodeView extends ItemView {
  audio: AudioFile | undefined;
  video: VideoFile | undefined;
  persons: { name: string; role: string | undefined; href: string | undefined }[];
  chapters: ChapterView[];
  quotes: PullQuoteView[];
  prose: string;
  spoken: SpokenLine[];
  deck: DeckView;
}

const kindOf = (t: Say, { episodeType }: RoomItem): string[] =>
  episodeType === 'trailer' || episodeType === 'bonus' ? [t(`episodeType.${episodeType}`)] : [];

export function episodeView(room: Room, item: RoomItem, body: string): EpisodeView {
  const view = itemView(room, item);
  const { t } = view;
  const audio = audioOf(room, item);
  const video = videoOf(room, item);
  // Times lead into the player that the page shows first.
  const played = video?.href ?? audio?.href;
  const prose = withoutChapters(proseOf(room, body), item);
  return {
    ...view,
    kicker: item.podcast ?? view.kicker,
    facts: [...view.facts, ...kindOf(t, item), ...(item.explicit ? [t('explicit')] : [])],
    summary: standfirstOf(item, body),
    audio,
    video,
    persons: (item.persons ?? []).map(({ name, role, href }) => ({ name, role, href: webLink(href) })),
    chapters: chaptersOf(t, item, played),
    quotes: pullQuotesOf(t, item, played),
    prose: played ? withTimes(t, prose, played, item.durationSeconds) : prose,
    spoken: spokenLines(item.spoken ?? [], played),
    deck: deckOf(room, item, view.url),
  };
}
