// Fetches the publisher's transcript of a known episode, in the best readable format.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Episode } from '#contract/schemas/content.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { chooseTranscripts, primarySubtag } from './choose-transcripts.ts';
import { hasTimes, readTranscript } from '../../content/transcripts/read-transcript.ts';
import type { DownloadFile } from '../../outgoing/download.ts';
import { readDocument, type Release } from '../../release/release.ts';
import type { TranscriptResult } from './jobs.ts';

export interface PublisherDeps {
  download: DownloadFile;
  release: Release;
  /** Folder for downloads. */
  folder: string;
  stop: AbortSignal;
}

/** Returns true if the publisher offers a transcript in the requested language. */
export const hasPublisherTranscript = (
  { transcripts = [], language }: Episode,
  requested: string | undefined,
): boolean => chooseTranscripts(transcripts, requested, language).length > 0;

/** Reads the transcript at a URL; from the release, if the room publishes it. */
async function fetchText(
  url: string,
  language: string | undefined,
  { download, release, folder, stop }: PublisherDeps,
): Promise<string> {
  const own = url.startsWith(`${release.facts.baseUrl}/`) && url.slice(release.facts.baseUrl.length);
  if (own && release.pages.has(own)) return (await readDocument(release, own)).text;
  const file = join(folder, 'transcript');
  const { contentType } = await download(url, file, stop);
  return decodeIntact(await readFile(file), { contentType, language });
}

const describeLanguage = (
  language: string | undefined,
  requested: string | undefined,
): Pick<TranscriptResult, 'language' | 'languageSource'> =>
  language || !requested
    ? { language: language ?? 'und', languageSource: 'feed' }
    : { language: primarySubtag(requested), languageSource: 'request' };

/** Returns the transcript, or the problems of those that could not be read; an empty list if none is offered. */
export async function fetchPublisherTranscript(
  episode: Episode,
  requested: string | undefined,
  deps: PublisherDeps,
): Promise<TranscriptResult | string[]> {
  const problems: string[] = [];
  const { durationSeconds = 0, language: spoken } = episode;
  for (const { url, form, language = spoken } of chooseTranscripts(episode.transcripts ?? [], requested, spoken)) {
    try {
      const segments = await readTranscript(await fetchText(url, language, deps), form, durationSeconds);
      return {
        segments,
        ...describeLanguage(language, requested),
        durationSeconds: Math.max(durationSeconds, segments.at(-1)!.end),
        engine: 'publisher',
        source: 'feed',
        warnings: hasTimes(segments, durationSeconds) ? [] : ['The publisher’s transcript has no times.'],
      };
    } catch (error) {
      if (deps.stop.aborted) throw error;
      problems.push(`The publisher’s transcript (${form}) could not be read: ${(error as Error).message}`);
    }
  }
  return problems;
}
