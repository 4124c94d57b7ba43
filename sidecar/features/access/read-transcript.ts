// The part of /read that sells transcriptions to people: a form, the invoice, the progress, the text; all without scripts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { TranscribeJob, TranscribeRequest, Transcript } from '#contract/schemas/transcripts.ts';
import { readPath } from '#domain/live-pages.ts';
import type { Caller } from '../../http/call-endpoint.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { FieldError, formatMistake } from '../../http/form-mistakes.ts';
import { createTranslator } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';
import { progressPage, transcribeForm, transcriptPage, type TranscribeFields } from './read-transcript-page.ts';

export interface TranscribePageRequest {
  release: Release;
  request: FastifyRequest;
  reply: FastifyReply;
  query: URLSearchParams;
  /** What this browser paid with. */
  payment: string | undefined;
  /** The token of that payment. */
  token: string | undefined;
  /** Shows the invoice. */
  sell: (wanted: TranscribeFields) => Promise<FastifyReply>;
}

export type CallAs = (
  request: FastifyRequest,
  how: Pick<Caller, 'authorization' | 'isHead' | 'prefer'>,
) => CallEndpoint;

/** Seconds after which the page looks again. */
const refreshSeconds = 4;

export function readTranscribeFields(query: URLSearchParams): TranscribeFields {
  const said = (name: string) => (query.get(name) ?? '').trim();
  return { sourceUrl: said('sourceUrl'), language: said('language'), maxMinutes: said('maxMinutes') };
}

export const toTranscribeRequest = ({ sourceUrl, language, maxMinutes }: TranscribeFields): TranscribeRequest => ({
  sourceUrl,
  format: 'text',
  ...(language && { language }),
  ...(maxMinutes && { maxMinutes: Number(maxMinutes) }),
});

async function sendJob(
  ask: CallEndpoint,
  { release, reply }: TranscribePageRequest,
  jobId: string,
): Promise<FastifyReply> {
  const job = JSON.parse((await ask('transcribeJob', { params: { jobId } })).text) as TranscribeJob;
  if (job.result) return reply.send(await transcriptPage(release, job.result));
  if (job.error) return reply.send(await transcribeForm(release, {}, job.error.message));
  return reply.header('Refresh', String(refreshSeconds)).send(await progressPage(release, job.progress ?? 0));
}

export async function answerTranscribe(callAs: CallAs, asked: TranscribePageRequest): Promise<FastifyReply> {
  const { release, request, reply, query, token, payment } = asked;
  const wanted = readTranscribeFields(query);
  const authorization = token && `L402 ${token}`;
  // As with HEAD, no invoice is opened: it would not be this browser's own.
  const ask = callAs(request, { authorization, isHead: !token, prefer: 'respond-async, wait=1' });
  try {
    const jobId = query.get('job');
    if (jobId) return await sendJob(ask, asked, jobId);
    if (!wanted.sourceUrl) return await reply.send(await transcribeForm(release, wanted));
    // It would start work, and spend what was paid.
    if (request.method === 'HEAD') return await reply.send();
    const made = JSON.parse((await ask('transcribe', { body: toTranscribeRequest(wanted) })).text) as
      Transcript | { jobId: string };
    if ('jobId' in made) return await reply.redirect(readPath('transcribe', undefined, { job: made.jobId }), 303);
    return await reply.send(
      await transcriptPage(release, made, payment === undefined ? undefined : { ...wanted, payment }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'payment_required') return asked.sell(wanted);
    if (error.kind !== 'bad_request' && error.kind !== 'not_found') throw error;
    const problem = error instanceof FieldError ? formatMistake(createTranslator(release), error) : error.message;
    return reply.code(400).send(await transcribeForm(release, wanted, problem));
  }
}
