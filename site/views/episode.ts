// Prepares the page of an episode: recording, speakers, chapters, transcript, show notes.
import type { Room, RoomItem } from '#domain/room.ts';
import { itemView, standfirst } from './item.ts';
import { deckView } from './deck.ts';
import { audioFile, videoFile } from './playback.ts';
import { renderProse } from './prose.ts';
import { chapterViews, pullQuoteViews, withoutChapters, linkTimes } from './times.ts';
import { spokenLines } from './spoken.ts';

export type EpisodeView = ReturnType<typeof episodeView>;

export function episodeView(room: Room, item: RoomItem, body: string) {
  const view = itemView(room, item);
  const { t } = view;
  const audio = audioFile(room, item);
  const video = videoFile(room, item);
  // Times link into the first player of the page.
  const playerHref = video?.href ?? audio?.href;
  const prose = withoutChapters(renderProse(room, body), item);
  return {
    ...view,
    kicker: item.podcast ?? view.kicker,
    facts: [...view.facts, ...(item.explicit ? [t('explicit')] : [])],
    summary: standfirst(item, body),
    audio,
    video,
    chapters: chapterViews(t, item, playerHref),
    quotes: pullQuoteViews(t, item, playerHref),
    prose: playerHref ? linkTimes(t, prose, playerHref, item.durationSeconds) : prose,
    spoken: spokenLines(item.spoken ?? [], playerHref),
    deck: deckView(room, item, view.url),
  };
}
