// POST /api/agent/transcribe transcribes a recording; GET on its job shows the progress, DELETE cancels it.
import { ApiError, errorKinds } from '#contract/errors.ts';
import { transcribeWaitSeconds } from '#contract/limits.ts';
import type { Segment, TranscribeJob, Transcript, TranscriptPageQuery } from '#contract/schemas/transcripts.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { type Handler, json } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { type TranscriptionJob, type TranscriptResult, describeProgress, withoutWordTimes } from './jobs.ts';
import type { StoredError } from './errors.ts';
import { isLong, isSettled, type Transcription } from './transcription.ts';

/** Longest wait before the response. */
const maxWaitMs = transcribeWaitSeconds * 1000;
/** Longest wait for a client that accepts a job as the response, unless it states another. */
const defaultAsyncWaitMs = 10_000;

/** Returns true for the preference `respond-async` (RFC 7240 §4.1). */
const wantsJob = (prefer = ''): boolean => /(^|[\s,;])respond-async([\s,;]|$)/i.test(prefer);

/** Returns the wait that a client prefers before it gets a job (RFC 7240 §4.3). */
function readPreferredWaitMs(prefer = ''): number {
  const [, seconds] = /(?:^|[\s,;])wait\s*=\s*"?(\d{1,6})/i.exec(prefer) ?? [];
  return seconds === undefined ? defaultAsyncWaitMs : Math.min(Number(seconds) * 1000, maxWaitMs);
}

/** Returns the end of a page that begins with a segment. A segment counts twice: in the text and in the list. */
function findPageEnd(segments: Segment[], start: number, maxTokens: number): number {
  let tokens = 0;
  for (let at = start; at < segments.length; at++) {
    const { text, ...times } = segments[at]!;
    tokens += 2 * estimateTokens(text) + estimateTokens(JSON.stringify(times));
    if (at > start && tokens > maxTokens) return at;
  }
  return segments.length;
}

function buildTranscript(
  { sourceUrl, format, result }: TranscriptionJob,
  { maxTokens = Infinity, cursor = '0' }: TranscriptPageQuery,
): Transcript {
  const { unheard = [], segments: allSegments, ...transcriptFields } = JSON.parse(result!) as TranscriptResult;
  const start = Number(cursor);
  const end = findPageEnd(withoutWordTimes(allSegments), start, maxTokens);
  const page = allSegments.slice(start, end);
  const until = allSegments[end]?.start ?? Infinity;
  const missing = unheard.filter(
    (span) => span.start >= (start === 0 ? 0 : (page[0]?.start ?? Infinity)) && span.start < until,
  );
  const transcript = formatTranscript(page, format, transcriptFields.warnings, missing);
  const segments = withoutWordTimes(page);
  return {
    sourceUrl,
    format,
    transcript,
    ...transcriptFields,
    segments,
    ...(end < allSegments.length && { nextCursor: String(end) }),
  };
}

const parseError = ({ problem }: TranscriptionJob): StoredError => JSON.parse(problem!) as StoredError;

const describeLocation = ({ id, status }: TranscriptionJob, { facts }: Release) => ({
  jobId: id,
  status,
  statusUrl: endpointUrl(facts.baseUrl, 'transcribeJob', { jobId: id }),
});

const transcribe =
  ({ submit, wait }: Transcription): Handler<'transcribe'> =>
  async ({ body }, { release, prefer, client, tokenUse, maxMinutes, requestKey, disconnected }) => {
    const acceptsJob = wantsJob(prefer);
    const paid = { tokenId: tokenUse?.tokenId, maxMinutes };
    const submission = await submit(body, { client: await client(), paid, requestKey });
    tokenUse?.handOver();
    const job = await wait(submission, acceptsJob ? readPreferredWaitMs(prefer) : maxWaitMs, {
      ...(acceptsJob && { isEnough: isLong }),
      disconnected,
    });
    const location = describeLocation(job, release);
    if (job.status === 'done') return json(buildTranscript(job, body));
    if (job.status === 'failed') {
      const { kind, message, details } = parseError(job);
      throw new ApiError(kind, message, details);
    }
    if (!acceptsJob)
      throw new ApiError(
        'internal_error',
        `The transcription takes longer than a response may. Get the result at ${location.statusUrl}.`,
        location,
      );
    const headers = { Location: location.statusUrl, 'Preference-Applied': 'respond-async', 'Retry-After': '5' };
    return { ...json<'transcribe'>(location), status: 202, headers };
  };

function describeJob(
  job: TranscriptionJob | undefined,
  id: string,
  release: Release,
  query: TranscriptPageQuery = {},
): TranscribeJob {
  if (!job) throw new ApiError('not_found', `There is no transcription with the id ${id}, or it has expired.`);
  const { kind, message, details } =
    job.status === 'failed' ? parseError(job) : ({} as { [K in keyof StoredError]?: StoredError[K] });
  return {
    ...describeLocation(job, release),
    ...(!isSettled(job) && describeProgress(job)),
    createdAt: isoTime(job.createdAt),
    ...(job.status === 'done' && { result: buildTranscript(job, query) }),
    ...(kind && { error: { status: errorKinds[kind].status, message: message!, ...(details && { details }) } }),
  };
}

const transcribeJob =
  ({ find }: Transcription): Handler<'transcribeJob'> =>
  async ({ params: { jobId }, query }, { release }) =>
    json(describeJob(await find(jobId), jobId, release, query));

const transcribeCancel =
  ({ cancel }: Transcription): Handler<'transcribeCancel'> =>
  async ({ params: { jobId } }, { release }) =>
    json(describeJob(await cancel(jobId, { staysPaid: true }), jobId, release));

export const transcribeHandlers = (transcription: Transcription) => ({
  transcribe: transcribe(transcription),
  transcribeJob: transcribeJob(transcription),
  transcribeCancel: transcribeCancel(transcription),
});
