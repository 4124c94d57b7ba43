// The part of /read that sells transcriptions: form, invoice, progress and transcript, without scripts.
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
  /** Payment secret of this browser. */
  payment: string | undefined;
  /** Access token of the payment. */
  token: string | undefined;
  /** Sends the invoice. */
  sell: (fields: TranscribeFields) => Promise<FastifyReply>;
}

export type CallAs = (
  request: FastifyRequest,
  caller: Pick<Caller, 'authorization' | 'isHead' | 'prefer'>,
) => CallEndpoint;

/** Seconds after which the progress page reloads. */
const refreshSeconds = 4;

export function readTranscribeFields(query: URLSearchParams): TranscribeFields {
  const read = (name: string) => (query.get(name) ?? '').trim();
  return { sourceUrl: read('sourceUrl'), language: read('language'), maxMinutes: read('maxMinutes') };
}

export const toTranscribeRequest = ({ sourceUrl, language, maxMinutes }: TranscribeFields): TranscribeRequest => ({
  sourceUrl,
  format: 'text',
  ...(language && { language }),
  ...(maxMinutes && { maxMinutes: Number(maxMinutes) }),
});

async function sendJob(
  call: CallEndpoint,
  { release, reply }: TranscribePageRequest,
  jobId: string,
): Promise<FastifyReply> {
  const job = JSON.parse((await call('transcribeJob', { params: { jobId } })).text) as TranscribeJob;
  if (job.result) return reply.send(await transcriptPage(release, job.result));
  if (job.error) return reply.send(await transcribeForm(release, {}, job.error.message));
  return reply.header('Refresh', String(refreshSeconds)).send(await progressPage(release, job.progress ?? 0));
}

/** Sends the job, the form, or the transcript of a paid request. */
async function sendTranscribePage(
  call: CallEndpoint,
  pageRequest: TranscribePageRequest,
  fields: TranscribeFields,
): Promise<FastifyReply> {
  const { release, request, reply, query, payment } = pageRequest;
  const jobId = query.get('job');
  if (jobId) return sendJob(call, pageRequest, jobId);
  if (!fields.sourceUrl) return reply.send(await transcribeForm(release, fields));
  // HEAD must not start a job, which would use the payment.
  if (request.method === 'HEAD') return reply.send();
  const { text } = await call('transcribe', { body: toTranscribeRequest(fields) });
  const result = JSON.parse(text) as Transcript | { jobId: string };
  if ('jobId' in result) return reply.redirect(readPath('transcribe', undefined, { job: result.jobId }), 303);
  const link = payment === undefined ? undefined : { ...fields, payment };
  return reply.send(await transcriptPage(release, result, link));
}

export async function answerTranscribe(callAs: CallAs, pageRequest: TranscribePageRequest): Promise<FastifyReply> {
  const { release, request, reply, query, token } = pageRequest;
  const fields = readTranscribeFields(query);
  const authorization = token && `L402 ${token}`;
  // Without a token, the call must not open an invoice, which would not belong to this browser.
  const call = callAs(request, { authorization, isHead: !token, prefer: 'respond-async, wait=1' });
  try {
    return await sendTranscribePage(call, pageRequest, fields);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'payment_required') return pageRequest.sell(fields);
    if (error.kind !== 'bad_request' && error.kind !== 'not_found') throw error;
    const problem = error instanceof FieldError ? formatMistake(createTranslator(release), error) : error.message;
    return reply.code(400).send(await transcribeForm(release, fields, problem));
  }
}
