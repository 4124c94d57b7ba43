// Links times of chapters and show notes into the recording. The player of the page handles the links; without it, the
// browser plays the file.
import type { RoomItem } from '#domain/room.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { webLink } from './web-link.ts';
import type { Translate } from './translate.ts';

/**
 * Times such as `1:02:03` or `12:34` at the start of a line, list item or bracket. Elsewhere they may be times of day.
 */
const time = /(<(?:p|li|br|br \/)>\s*[([]?)((?:\d{1,2}:)?\d{1,2}:[0-5]\d)(?![\d:])/g;

const parseTime = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const timeLink = (audioSrc: string, seconds: number): string => `${audioSrc.replace(/#.*$/, '')}#t=${seconds}`;

/** Returns the link into the recording, or undefined without a recording and for a time beyond its end. */
function playLink(
  t: Translate,
  { durationSeconds = Infinity }: RoomItem,
  audioSrc: string | undefined,
  seconds: number,
) {
  if (!audioSrc || seconds > durationSeconds) return undefined;
  return { href: timeLink(audioSrc, seconds), seconds, label: t('episode.from', { time: shortClock(seconds) }) };
}

export const chapterViews = (t: Translate, item: RoomItem, audioSrc: string | undefined) =>
  (item.chapters ?? []).map(({ startSeconds: seconds, title, url }) => ({
    time: shortClock(seconds),
    /** Value of `<time datetime>`. */
    duration: `PT${Math.floor(seconds)}S`,
    play: playLink(t, item, audioSrc, seconds),
    title,
    href: webLink(url),
  }));

const lettersOnly = (html: string): string =>
  html
    .replace(/<[^>]*>|&[#\w]+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const anyTime = /(?:\d{1,2}:)?\d{1,2}:[0-5]\d/g;

/** Removes the chapters from show notes, because the page shows them above. Lists that become empty are removed too. */
export function withoutChapters(prose: string, { chapters = [] }: RoomItem): string {
  const titles = new Set(chapters.map(({ title }) => lettersOnly(escapeHtml(title))));
  const isRepeated = (line: string) => line.search(anyTime) >= 0 && titles.has(lettersOnly(line.replace(anyTime, '')));
  const remaining = prose.replace(/<li>([^]*?)<\/li>\n?/g, (whole, line: string) => (isRepeated(line) ? '' : whole));
  return remaining === prose ? prose : remaining.replace(/(?:<p>[^<]{1,40}:<\/p>\s*)?<([uo]l)>\s*<\/\1>/g, '');
}

export const pullQuoteViews = (t: Translate, item: RoomItem, audioSrc: string | undefined) =>
  (item.pullQuotes ?? []).map(({ text, speaker, startSeconds }) => {
    const seconds = Math.floor(startSeconds);
    return { text, speaker, time: shortClock(seconds), play: playLink(t, item, audioSrc, seconds) };
  });

/** Links the times in `prose`, which is safe HTML. Times beyond the end remain unchanged. */
export const linkTimes = (t: Translate, prose: string, audioSrc: string, durationSeconds = Infinity): string =>
  prose.replace(time, (match, before: string, text: string) => {
    const seconds = parseTime(text);
    if (seconds > durationSeconds) return match;
    const label = escapeHtml(t('episode.from', { time: text }));
    return `${before}<a href="${escapeHtml(timeLink(audioSrc, seconds))}" data-seconds="${seconds}" aria-label="${label}">${text}</a>`;
  });
