// The page with transcripts of the creator's own episodes and with transcription jobs.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypes } from '#contract/content-types.ts';
import { ApiError } from '#contract/errors.ts';
import { waitingTranscriptsFolder } from '#domain/transcripts/hosted-transcripts.ts';
import { transcriptFilePath } from '../../own-transcripts.ts';
import { readFolderIndex } from '#sidecar/console/content/folder-index.ts';
import { createNumberedPager, queryPage, pageSize } from '#sidecar/console/listing.ts';
import type { RunAction, LoadPage } from '#sidecar/console/page.ts';
import type { Transcription } from '../../transcription.ts';
import { readJobRows } from './jobs.ts';
import type { EpisodeRow } from './model.ts';

async function listWaitingIds(contentDir: string): Promise<string[]> {
  const names = await readdir(join(contentDir, waitingTranscriptsFolder)).catch(() => []);
  return names.flatMap((name) => (/^[a-z0-9-]+\.vtt$/.test(name) ? [name.slice(0, -'.vtt'.length)] : [])).sort();
}

export const loadTranscriptsPage = (async (deps, request) => {
  const { contentDir } = deps.desk;
  const { items: heads } = await readFolderIndex(deps.desk, 'published');
  const titles = new Map(heads.map(({ id, title }) => [id, title]));
  const waiting = await listWaitingIds(contentDir);
  const findState = (id: string): EpisodeRow['state'] =>
    (['approved', 'publisher'] as const).find((place) => existsSync(transcriptFilePath(contentDir, place, id))) ??
    'none';
  const others = heads.filter(({ id, type }) => contentTypes[type].isPodcast && !waiting.includes(id));
  const page = queryPage(request);
  const pageHeads = others.slice((page - 1) * pageSize, page * pageSize);
  return {
    waiting: waiting.map((id) => ({ id, title: titles.get(id) ?? id, state: 'waiting' as const })),
    episodes: pageHeads.map(({ id, title }) => ({ id, title, state: findState(id) })),
    pages: createNumberedPager('/transcripts', {}, page, others.length > page * pageSize),
    jobs: await readJobRows(deps, titles),
  };
}) satisfies LoadPage;

export const cancelJob =
  ({ cancel }: Pick<Transcription, 'cancel'>): RunAction =>
  async (_, __, { params }) => {
    if (!(await cancel(params.job!))) throw new ApiError('not_found', 'There is no such transcription job.');
    return { to: '/transcripts', notice: 'transcriptionCancelled' };
  };
