// Normalises the chapters of an episode: sorted, each with a time and a title, limited in number.
import type { Chapter } from '#contract/content-types.ts';
import { readClock } from '#domain/transcripts/clock.ts';
import type { ChapterFacts } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { plainText, shorten } from './plain-text.ts';

/** Largest number of chapters; the rest is dropped. */
export const MAX_CHAPTERS = 300;
const MAX_SECONDS = 30 * 86_400;

export function normaliseChapters(facts: ChapterFacts[]): Chapter[] {
  const chapters = facts.slice(0, 10 * MAX_CHAPTERS).flatMap(normaliseChapter);
  const inOrder = chapters.sort((one, other) => one.startSeconds - other.startSeconds);
  return inOrder.filter(isFirstOfItsTime).slice(0, MAX_CHAPTERS);
}

const isFirstOfItsTime = ({ startSeconds }: Chapter, index: number, all: Chapter[]): boolean =>
  all[index - 1]?.startSeconds !== startSeconds;

function normaliseChapter({ start, title, url }: ChapterFacts): Chapter[] {
  const startSeconds = parseStart(start);
  const shortTitle = shorten(plainText(title), 300);
  const address = webAddress(url);
  if (startSeconds === undefined || !shortTitle) return [];
  return [{ startSeconds, title: shortTitle, ...(address && { url: address }) }];
}

/** Parses seconds or normal play time (RFC 2326 §3.6): `12:34`, `1:02:03.250`. */
function parseStart(start: string | number | undefined): number | undefined {
  const seconds = typeof start === 'number' ? start : readClock(start ?? '');
  const isTime = seconds !== undefined && seconds >= 0 && seconds < MAX_SECONDS;
  return isTime ? Math.round(seconds * 1000) / 1000 : undefined;
}
