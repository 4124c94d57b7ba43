// Requests the transcription of one chunk from a service with OpenAI's API, and retries if the service is busy.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJsonObject } from '#domain/text/json-object.ts';
import type { RequestLimits } from '../../outgoing/limits.ts';
import type { OutgoingResponse, Send } from '../../outgoing/outgoing.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';
import type { ProviderSettings } from '../../settings/settings.ts';

/**
 * Response format; `json` has no times, and only `diarized_json` has speakers.
 * (https://platform.openai.com/docs/api-reference/audio/createTranscription)
 */
export type ResponseFormat = 'diarized_json' | 'verbose_json' | 'json';

export function responseFormatFor(model: string): ResponseFormat {
  if (/diari[sz]/i.test(model)) return 'diarized_json';
  return /(^|\/)gpt-.*transcribe/i.test(model) ? 'json' : 'verbose_json';
}

/** Response of the service; undefined if it refuses the format. */
export type ServiceResponse = Record<'text' | 'language' | 'segments', unknown> | undefined;

export interface TranscriptionService extends ProviderSettings {
  send: Send;
  limits: RequestLimits;
  /** Waits before a retry; replaceable for tests. */
  pause?: (ms: number, stop: AbortSignal) => Promise<unknown>;
}

export interface ServiceRequest {
  wav: Blob;
  format: ResponseFormat;
  language: string | undefined;
  /** Names that are likely to occur, in one line. */
  prompt: string;
  /** Names and voice samples (data URLs) of earlier speakers. */
  speakers: [name: string, voice: string][];
  stop: AbortSignal;
}

/** Status codes with which services refuse a format. */
const refusalStatuses = [400, 404, 415, 422, 501];
/** Status codes of temporary problems. */
const temporaryStatuses = [408, 425, 429, 500, 502, 503, 504];
const pausesMs = [2000, 10_000, 30_000];
/** Longest wait before a retry; if the service asks for more, the request fails. */
const longestPauseMs = 5 * 60_000;

function buildForm({ wav, format, language, prompt, speakers }: ServiceRequest, model: string): FormData {
  const body = new FormData();
  body.set('file', wav, 'recording.wav');
  body.set('model', model);
  body.set('response_format', format);
  if (language) body.set('language', language);
  if (format === 'diarized_json') body.set('chunking_strategy', 'auto');
  // Models that diarise take no prompt.
  else if (prompt) body.set('prompt', prompt);
  for (const [name, voice] of speakers) {
    body.append('known_speaker_names[]', name);
    body.append('known_speaker_references[]', voice);
  }
  return body;
}

function parseResponse(text: string): NonNullable<ServiceResponse> {
  const response = parseJsonObject(text);
  if (!response) throw new Error('The response of the service is not JSON.');
  return response as NonNullable<ServiceResponse>;
}

/** Returns true if OpenAI reports an account without credit; a retry would not help. */
const isOutOfCredit = ({ body }: OutgoingResponse): boolean => body.includes('insufficient_quota');

function toError({ status }: OutgoingResponse): Error {
  if (status === 401 || status === 403) return new Error('The service rejected the API key.');
  if (status === 429) return new Error('The service is busy or the account has no credit left.');
  return new Error(`The service responded with status ${status}.`);
}

/** Returns the milliseconds to wait before a retry; undefined if the request is not retried. */
function pauseAfter(outcome: OutgoingResponse | Error, attempt: number): number | undefined {
  const usual = pausesMs[attempt];
  if (usual === undefined) return undefined;
  if (outcome instanceof Error) return outcome instanceof OutgoingError && !outcome.isRefusal ? usual : undefined;
  if (!temporaryStatuses.includes(outcome.status) || isOutOfCredit(outcome)) return undefined;
  const requestedMs = parseRetryAfter(outcome.headers['retry-after'], Date.now());
  return requestedMs > longestPauseMs ? undefined : Math.max(usual, requestedMs);
}

const sleepUnless = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop });

export async function requestTranscription(
  service: TranscriptionService,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const { url, key, model, send, limits, pause = sleepUnless } = service;
  const { stop } = request;
  const packed = new Response(buildForm(request, model));
  const headers = {
    'content-type': packed.headers.get('content-type')!,
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const body = new Uint8Array(await packed.arrayBuffer());
  const call = { method: 'POST', headers, body, limits, stop, isOwners: true } as const;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await send(`${url}/audio/transcriptions`, call).catch((error: Error) => error);
    stop.throwIfAborted();
    const pauseMs = pauseAfter(outcome, attempt);
    if (pauseMs === undefined) {
      if (outcome instanceof Error) throw outcome;
      if (outcome.status === 200) return parseResponse(outcome.body.toString());
      if (request.format !== 'json' && refusalStatuses.includes(outcome.status)) return undefined;
      throw toError(outcome);
    }
    await pause(pauseMs, stop);
    stop.throwIfAborted();
  }
}
