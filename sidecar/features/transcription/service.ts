// One piece of sound asked of a service that speaks OpenAI's transcription API: in the form its model has, several times where it has no time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../../outgoing/limits.ts';
import type { Answer, Send } from '../../outgoing/outgoing.ts';
import { OutgoingProblem } from '../../outgoing/problem.ts';
import { retryAfterMs } from '../../outgoing/retry-after.ts';
import type { ProviderSettings } from '../../settings/settings.ts';

/** https://platform.openai.com/docs/api-reference/audio/createTranscription: `json` has no times, only `diarized_json` speakers. */
export type Form = 'diarized_json' | 'verbose_json' | 'json';

export function formOf(model: string): Form {
  if (/diari[sz]/i.test(model)) return 'diarized_json';
  return /(^|\/)gpt-.*transcribe/i.test(model) ? 'json' : 'verbose_json';
}

/** Undefined where the service refuses the form. */
export type Spoken = Record<'text' | 'language' | 'segments', unknown> | undefined;

export interface Service extends ProviderSettings {
  send: Send;
  limits: Limits;
  /** Waits. */
  pause?: (ms: number, stop: AbortSignal) => Promise<unknown>;
}

export interface Question {
  wav: Blob;
  form: Form;
  language: string | undefined;
  /** Names that may be said, in one line. */
  prompt: string;
  /** Name and voice, as a data URL, of those who spoke before. */
  speakers: [name: string, voice: string][];
  stop: AbortSignal;
}

/** A service that does not know a form says so with one of these. */
const refusals = [400, 404, 415, 422, 501];
/** What may be better a moment later. */
const passing = [408, 425, 429, 500, 502, 503, 504];
const pausesMs = [2000, 10_000, 30_000];
/** Who wants more time than this gets the next job's question instead. */
const longestPauseMs = 5 * 60_000;

function fieldsOf({ wav, form, language, prompt, speakers }: Question, model: string): FormData {
  const body = new FormData();
  body.set('file', wav, 'recording.wav');
  body.set('model', model);
  body.set('response_format', form);
  if (language) body.set('language', language);
  if (form === 'diarized_json') body.set('chunking_strategy', 'auto');
  // Models that tell speakers apart take no prompt.
  else if (prompt) body.set('prompt', prompt);
  for (const [name, voice] of speakers) {
    body.append('known_speaker_names[]', name);
    body.append('known_speaker_references[]', voice);
  }
  return body;
}

function spokenIn(text: string): NonNullable<Spoken> {
  try {
    const spoken: unknown = JSON.parse(text);
    if (spoken && typeof spoken === 'object') return spoken as NonNullable<Spoken>;
  } catch {
    // Told below.
  }
  throw new Error('The service did not answer with JSON.');
}

/** OpenAI's words for an account without credit: no pause helps. */
const isOutOfCredit = ({ body }: Answer): boolean => body.includes('insufficient_quota');

function refused({ status }: Answer): Error {
  if (status === 401 || status === 403) return new Error('The service refused the key.');
  if (status === 429) return new Error('The service has no time, or no credit is left.');
  return new Error(`The service answered ${status}.`);
}

/** How long to wait before the next attempt; undefined where there is to be none. */
function pauseAfter(outcome: Answer | Error, attempt: number): number | undefined {
  const usual = pausesMs[attempt];
  if (usual === undefined) return undefined;
  if (outcome instanceof Error) return outcome instanceof OutgoingProblem && !outcome.isRefusal ? usual : undefined;
  if (!passing.includes(outcome.status) || isOutOfCredit(outcome)) return undefined;
  const wanted = retryAfterMs(outcome.headers['retry-after'], Date.now());
  return wanted > longestPauseMs ? undefined : Math.max(usual, wanted);
}

const sleepUnless = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop });

export async function askService(service: Service, question: Question): Promise<Spoken> {
  const { url, key, model, send, limits, pause = sleepUnless } = service;
  const { stop } = question;
  const packed = new Response(fieldsOf(question, model));
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
      if (outcome.status === 200) return spokenIn(outcome.body.toString());
      if (question.form !== 'json' && refusals.includes(outcome.status)) return undefined;
      throw refused(outcome);
    }
    await pause(pauseMs, stop);
    stop.throwIfAborted();
  }
}
