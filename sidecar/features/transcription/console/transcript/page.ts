// The page with the transcript of one episode.
import { ApiError } from '#contract/errors.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { sha256 } from '#domain/ids.ts';
import { readVttNotes } from '#domain/transcripts/hosted-transcripts.ts';
import { createMediaLocator, readMediaLocations } from '#sidecar/content/media-copies.ts';
import { findWebVttProblem } from '../../check-webvtt.ts';
import { type OwnEpisode, findOwnEpisode } from '../../own-episodes.ts';
import { type TranscriptStage, replacesCorrected, readTranscriptSource } from '../../own-transcripts.ts';
import { readTranscript } from '#sidecar/content/transcripts/read-transcript.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { readJobRows } from '../transcripts/jobs.ts';
import { maxSegments } from './form.ts';

/** Returns the address of the recording, if the security policy of the console allows it. */
function findPlayableAddress({ audioUrl }: OwnEpisode, contentDir: string): string | undefined {
  const location = createMediaLocator(readMediaLocations(contentDir))(audioUrl) ?? audioUrl;
  if (location.startsWith('media/')) return `/${location}`;
  return location.startsWith('https:') ? location : undefined;
}

const withoutTitle = (note: string, title: string): string =>
  note.startsWith(`${title} `) ? note.slice(title.length + 1) : note;

interface TranscriptSource {
  stage: TranscriptStage;
  source: string;
}

/** Returns the file that the editor shows: the waiting one, else the approved one, else the publisher's. */
export async function findTranscript(contentDir: string, id: string): Promise<TranscriptSource | undefined> {
  for (const stage of ['waiting', 'approved', 'publisher'] as const) {
    const source = await readTranscriptSource(contentDir, stage, id);
    if (source !== undefined) return { stage, source };
  }
  return undefined;
}

interface Content {
  segments: Segment[];
  /** SHA-256 of the file that the form corrects. */
  revision: string;
  /** Notes in the file, such as the engine and its warnings. */
  notes: string[];
  /** Reason why the file cannot be shown in the form. */
  unreadable?: string;
}

async function readContent(current: TranscriptSource | undefined): Promise<Content> {
  if (!current) return { segments: [], revision: '', notes: [] };
  const { source } = current;
  const file = { revision: sha256(source), notes: readVttNotes(source) };
  const unreadable = await findWebVttProblem(source);
  if (unreadable) return { ...file, segments: [], unreadable };
  const segments = await readTranscript(source, 'vtt');
  return segments.length > maxSegments
    ? { ...file, segments: [], unreadable: `it has more than ${maxSegments} lines` }
    : { ...file, segments };
}

const unique = (names: (string | undefined)[]): string[] => [...new Set(names.filter((name) => name !== undefined))];
export const listSpeakers = (segments: Segment[]): string[] => unique(segments.map(({ speaker }) => speaker));

/** Stands in for the deleted episode of a waiting transcript, which can still be read and deleted. */
const deletedEpisode = (id: string): OwnEpisode => ({ id, title: id, date: '', audioUrl: '', state: 'waiting' });

async function readEpisode(contentDir: string, id: string, current?: TranscriptSource): Promise<OwnEpisode> {
  const episode = await findOwnEpisode(contentDir, id);
  if (episode) return episode;
  if (current?.stage === 'waiting') return deletedEpisode(id);
  throw new ApiError('not_found', 'There is no such published episode.');
}

/** Returns the model of the page. `typed` has the segments in the form and the revision of the file they correct. */
export async function readTranscriptModel(
  deps: ConsoleDeps,
  id: string,
  typed?: { segments: Segment[]; revision?: string },
) {
  const { contentDir } = deps.desk;
  const current = await findTranscript(contentDir, id);
  const episode = await readEpisode(contentDir, id, current);
  const recording = findPlayableAddress(episode, contentDir);
  const { revision, notes, ...content } = await readContent(current);
  const segments = typed?.segments ?? content.segments;
  const { creator } = deps.live().facts;
  const jobs = await readJobRows(deps, new Map([[id, episode.title]]));
  return {
    id,
    title: episode.title,
    state: current?.stage ?? ('none' as const),
    recording,
    hasRecording: episode.audioUrl !== '',
    /** Suggested names of speakers. */
    names: unique([...(episode.persons ?? []).map(({ name }) => name), creator.name, ...listSpeakers(segments)]),
    speakers: listSpeakers(segments),
    ...content,
    segments,
    revision: typed?.revision ?? revision,
    notes: notes.map((note) => withoutTitle(note, episode.title)),
    hasPublisherTranscript: (await readTranscriptSource(contentDir, 'publisher', id)) !== undefined,
    replacesCorrected: await replacesCorrected(contentDir, id),
    jobs: jobs.filter(({ path }) => path === `/transcripts/${id}`),
  };
}

export type TranscriptModel = Awaited<ReturnType<typeof readTranscriptModel>>;

export const loadTranscriptPage = ((deps, { params }) => readTranscriptModel(deps, params.id!)) satisfies LoadPage;
