// Episodes, videos, streams and timeline entries as Markdown.
import type { Episode, StreamVideo, TimelineEntry } from '#contract/schemas/content.ts';
import type { Chapter, PullQuote } from '#contract/content-types.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { escapeInline } from '../text/markdown.ts';
import { shortClock } from '../transcripts/clock.ts';
import { formatTranscript } from '../transcripts/format.ts';

type Entry = Partial<Episode & StreamVideo & TimelineEntry>;

const minutes = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : `${Math.max(1, Math.round(seconds / 60))} minutes`;

const people = (persons: Entry['persons'] = []): string =>
  persons.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ');

/** Lists the details of an entry; missing ones are left out. */
export function entryDetails(entry: Entry): string[] {
  const details: [label: string, value: string | undefined][] = [
    ['Podcast', entry.podcast],
    ['Platform', entry.platform],
    ['Status', entry.status],
    ['Kind', entry.kind],
    ['Until', entry.endDate],
    ['Place', entry.location],
    ['Organisation', entry.organization],
    ['Length', minutes(entry.durationSeconds)],
    ['With', people(entry.persons)],
    ['Keywords', entry.keywords?.join(', ')],
    ['Audio', entry.audioUrl],
    ['Video', entry.embedUrl],
    ['Video file', entry.videoUrl],
    ...(entry.alternatives ?? []).map(({ url, type }): [string, string] => ['Other file', `${url} (${type})`]),
    ['Chapters', entry.chaptersUrl],
    ...(entry.transcripts ?? []).map(({ url }): [string, string] => ['Transcript', url]),
    ['At its source', entry.canonicalUrl],
    ['Access', entry.access === 'source' ? 'the rest is for subscribers of the source' : undefined],
  ];
  return details.flatMap(([label, value]) => (value ? [`- ${label}: ${escapeInline(value)}`] : []));
}

/** Returns a heading and a line for each chapter; empty without chapters. */
export function chapterLines(chapters: Chapter[] = []): string[] {
  const lines = chapters.map(({ startSeconds, title, url }) => {
    const words = `${shortClock(startSeconds)} ${escapeInline(title)}`;
    return url ? `- ${words}: ${escapeInline(url)}` : `- ${words}`;
  });
  return lines.length > 0 ? ['## Chapters', '', ...lines] : [];
}

/** Returns a heading and the pull quotes; empty without quotes. */
export function quoteLines(quotes: PullQuote[] = []): string[] {
  const lines = quotes.map(({ text, startSeconds, speaker }) => {
    const prefix = speaker ? `${escapeInline(speaker)}, ` : '';
    return `> “${escapeInline(text)}” (${prefix}${shortClock(startSeconds)})`;
  });
  return lines.length > 0 ? ['## Quotes', '', lines.join('\n\n')] : [];
}

/** Returns a heading and the transcript with times and speakers; empty without a transcript. */
export const transcriptLines = (segments: Segment[] = []): string[] =>
  segments.length > 0 ? ['## Transcript', '', formatTranscript(segments, 'markdown')] : [];

/** Renders an entry with the front matter of an article. */
export function entryMarkdown(entry: Episode | StreamVideo | TimelineEntry, spoken: Segment[] = []): string {
  const { title, url, date, type } = entry;
  const head = Object.entries({ title, url, date, type }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const { summary, description, chapters, pullQuotes, ...rest } = entry as Entry;
  const about = summary ?? description;
  const parts = [
    `# ${escapeInline(title)}`,
    ...(about ? [escapeInline(about)] : []),
    entryDetails(rest).join('\n'),
    chapterLines(chapters).join('\n'),
    quoteLines(pullQuotes).join('\n'),
    transcriptLines(spoken).join('\n'),
  ];
  return `---\n${head.join('\n')}\n---\n\n${parts.filter(Boolean).join('\n\n')}\n`;
}
