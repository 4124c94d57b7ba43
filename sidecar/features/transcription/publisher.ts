// The publisher's own transcript of a known episode, in the best form that can be read.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Episode } from '#contract/schemas/content.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { chooseTranscripts, primaryLanguage } from './choose.ts';
import { readTranscript } from '../../content/transcripts/read-transcript.ts';
import type { Download } from '../../outgoing/download.ts';
import { readDocument, type Release } from '../../release/release.ts';
import type { Result } from './jobs.ts';

export interface PublisherDeps {
  download: Download;
  release: Release;
  /** Where files may be put. */
  folder: string;
  stop: AbortSignal;
}

/** Whether any of its transcripts may be read for the client. */
export const offersTranscript = ({ transcripts = [], language }: Episode, asked: string | undefined): boolean =>
  chooseTranscripts(transcripts, asked, language).length > 0;

/** A transcript of the room itself is read from the release. */
async function textAt(
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

/** The transcript, or why those that are offered could not be read; the latter empty where none is offered. */
export async function publishedTranscript(
  episode: Episode,
  asked: string | undefined,
  deps: PublisherDeps,
): Promise<Result | string[]> {
  const problems: string[] = [];
  const { durationSeconds = 0, language: spoken } = episode;
  for (const { url, form, language = spoken } of chooseTranscripts(episode.transcripts ?? [], asked, spoken)) {
    try {
      const segments = await readTranscript(await textAt(url, language, deps), form, durationSeconds);
      return {
        segments,
        language: language ?? (asked ? primaryLanguage(asked) : 'und'),
        languageSource: language || !asked ? 'feed' : 'request',
        durationSeconds: Math.max(durationSeconds, segments.at(-1)!.end),
        engine: 'publisher',
        source: 'feed',
        warnings: form === 'text' ? ['The publisher’s transcript says no times.'] : [],
      };
    } catch (error) {
      if (deps.stop.aborted) throw error;
      problems.push(`The publisher’s transcript (${form}) could not be read: ${(error as Error).message}`);
    }
  }
  return problems;
}
