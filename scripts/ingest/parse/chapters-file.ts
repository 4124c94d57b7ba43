// Reads a chapters file of the podcast namespace (JSON chapters 1.2).
import { SourceError } from '#contract/source-problems.ts';
import type { ChapterFacts } from '../feed-document.ts';

/** Returns the chapters, without those that the author excludes from the table of contents. */
export function readChaptersFile(text: string): ChapterFacts[] {
  const file = parseChaptersJson(text) as { chapters?: unknown } | null;
  if (!Array.isArray(file?.chapters)) throw new SourceError('not_chapters');
  return file.chapters.filter(isListed).map(({ startTime, title, url }) => ({
    start: typeof startTime === 'number' ? startTime : stringOrUndefined(startTime),
    title: stringOrUndefined(title),
    url: stringOrUndefined(url),
  }));
}

function parseChaptersJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('not_chapters');
  }
}

const isListed = (chapter: unknown): chapter is Record<string, unknown> =>
  typeof chapter === 'object' && chapter !== null && (chapter as { toc?: unknown }).toc !== false;

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
