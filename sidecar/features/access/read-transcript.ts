// The part of /read that sells transcriptions: form, invoice, progress and transcript, without scripts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { TranscribeJob, TranscribeRequest, Transcript } from '#contract/schemas/transcripts.ts';
import { readPath, readPage } from '#domain/live-pages.ts';
import type { Caller } from '../../http/call-endpoint.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { FieldError, formatMistake } from '../../http/form-mistakes.ts';
import { createTranslator } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';
import { perMinute, defaultMinutes } from '#domain/access/access.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { renderAccessLink, renderResourcePage } from './read-page.ts';

/** Values of the form. */
type TranscribeFields = Record<'sourceUrl' | 'language' | 'maxMinutes', string>;

const renderField = (name: keyof TranscribeFields, label: string, attributes: string, value = ''): string =>
  `<p class="field"><label for="${name}">${escapeMarkup(label)}</label> ` +
  `<input id="${name}" name="${name}" ${attributes} value="${escapeMarkup(value)}"></p>`;

function transcribeForm(release: Release, fields: Partial<TranscribeFields>, problem?: string): Promise<string> {
  const t = createTranslator(release);
  const { pricePerMinute } = release.facts.access;
  return renderResourcePage(release, perMinute, [
    problem ? `<p class="notice" role="alert">${escapeMarkup(problem)}</p>` : '',
    `<form method="get" action="${readPage.path}"><input type="hidden" name="for" value="${perMinute}">`,
    renderField('sourceUrl', t('pay.recording'), 'type="url" maxlength="2048" required', fields.sourceUrl),
    renderField('language', t('pay.language'), 'maxlength="35" size="8"', fields.language),
    pricePerMinute === undefined
      ? ''
      : renderField(
          'maxMinutes',
          t('pay.minutes'),
          'type="number" min="1" max="1440" required',
          fields.maxMinutes || `${defaultMinutes}`,
        ),
    `<p><button class="button">${t('pay.go')}</button></p></form>`,
  ]);
}

function renderProgressPage(release: Release, progress: number): Promise<string> {
  const text = createTranslator(release)('pay.hearing', { percent: `${Math.floor(progress * 100)}` });
  return renderResourcePage(release, perMinute, [`<p class="notice" role="status">${escapeMarkup(text)}</p>`]);
}

function renderTranscriptPage(
  release: Release,
  { transcript, warnings, sourceUrl }: Transcript,
  access?: TranscribeFields & { payment: string },
): Promise<string> {
  const t = createTranslator(release);
  const paragraphs = transcript
    .split(/\n+/)
    .filter(Boolean)
    .map((text) => `<p>${escapeMarkup(text)}</p>`);
  return renderResourcePage(release, perMinute, [
    `<p class="lede">${escapeMarkup(sourceUrl)}</p>`,
    ...warnings.map((warning) => `<p class="notice">${escapeMarkup(warning)}</p>`),
    `<section class="prose">${paragraphs.join('')}</section>`,
    access ? renderAccessLink(release, perMinute, access.payment, access) : '',
    `<p><a href="${escapeMarkup(readPath(perMinute))}" rel="nofollow">${t('pay.another')}</a></p>`,
  ]);
}

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
  if (job.result) return reply.send(await renderTranscriptPage(release, job.result));
  if (job.error) return reply.send(await transcribeForm(release, {}, job.error.message));
  return reply.header('Refresh', String(refreshSeconds)).send(await renderProgressPage(release, job.progress ?? 0));
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
  const access = payment === undefined ? undefined : { ...fields, payment };
  return reply.send(await renderTranscriptPage(release, result, access));
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
