// A service that speaks OpenAI's transcription API: it gets sound of our own making, never the address that a caller gave.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { languageTag } from './language-name.ts';
import { type Limits, slowestPace } from '../outgoing/limits.ts';
import type { Outgoing, Send } from '../outgoing/outgoing.ts';
import type { Engine, Hear, HearParts } from './engines.ts';
import { heardOf } from './heard.ts';
import { cutPieces, type Piece, secondsIn, wavOf } from './pieces.ts';
import { nothingYet, type Part } from './part.ts';
import { broken } from './problem.ts';

/** Under the 25 MB that services take. */
const largestPiece = 24 * 1024 ** 2;
const answerMs = 15 * 60_000;
/** A slow service begins its response late. No redirect is followed: it would take the key elsewhere. */
const usualLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: answerMs,
  wholeMs: answerMs,
  bytes: 32 * 1024 ** 2,
  redirects: 0,
  pace: slowestPace,
};
/** A service that does not know `verbose_json` says so with one of these. */
const refusals = [400, 404, 415, 422, 501];

type Form = 'verbose_json' | 'json';

interface SpokenPiece {
  text?: unknown;
  language?: unknown;
  segments?: unknown;
}

type Answer = { status: number; spoken?: SpokenPiece };

function spokenIn(text: string): SpokenPiece {
  try {
    const spoken: unknown = JSON.parse(text);
    if (spoken && typeof spoken === 'object') return spoken;
  } catch {
    // Told below.
  }
  throw new Error('The service did not answer with JSON.');
}

interface Service extends ProviderSettings {
  send: Send;
  limits: Limits;
}

async function post(service: Service, wav: Blob, form: Form, { language, stop }: HearParts): Promise<Answer> {
  const body = new FormData();
  body.set('file', wav, 'recording.wav');
  body.set('model', service.model);
  body.set('response_format', form);
  if (language) body.set('language', language);
  const packed = new Response(body);
  const headers = {
    'content-type': packed.headers.get('content-type')!,
    ...(service.key && { authorization: `Bearer ${service.key}` }),
  };
  const sent = { headers, body: new Uint8Array(await packed.arrayBuffer()) };
  const url = `${service.url}/audio/transcriptions`;
  const answer = await service.send(url, { method: 'POST', ...sent, limits: service.limits, stop, isOwners: true });
  const { status } = answer;
  return status === 200 ? { status, spoken: spokenIn(answer.body.toString()) } : { status };
}

/** Times count from the beginning of the piece. */
function segmentsOf({ text, segments }: SpokenPiece, { start, end }: Piece): Segment[] {
  const whole = typeof text === 'string' ? text.trim() : '';
  if (!Array.isArray(segments) || segments.length === 0) return whole ? [{ start, end, text: whole }] : [];
  return (segments as { start?: unknown; end?: unknown; text?: unknown }[]).flatMap((one) => {
    const said = typeof one?.text === 'string' ? one.text.trim() : '';
    const [from, to] = [Number(one?.start), Number(one?.end)];
    if (!said || !(from >= 0) || !(to >= from)) return [];
    const within = (seconds: number) => Math.round(Math.min(end, start + seconds) * 100) / 100;
    return [{ start: within(from), end: within(to), text: said }];
  });
}

function refused(status: number): Error {
  if (status === 401 || status === 403) return new Error('The service refused the key.');
  if (status === 429) return new Error('The service has no time, or no credit is left.');
  return new Error(`The service answered ${status}.`);
}

/** Asks for segments; once the service refused to give them, for the text alone. */
function pieceHearer(service: Service) {
  let form: Form = 'verbose_json';
  return async (piece: Piece, parts: HearParts): Promise<SpokenPiece> => {
    const wav = await wavOf(parts.pcm, piece);
    let answer = await post(service, wav, form, parts);
    if (form === 'verbose_json' && refusals.includes(answer.status)) {
      answer = await post(service, wav, 'json', parts);
      if (answer.spoken) form = 'json';
    }
    if (!answer.spoken) throw refused(answer.status);
    return answer.spoken;
  };
}

const untimed = 'The service says no times: those of the segments are of whole pieces.';

export function provider(
  settings: ProviderSettings,
  { send }: Outgoing,
  onProblem: (error: Error) => void,
  limits = usualLimits,
): Engine {
  const hearPiece = pieceHearer({ ...settings, send, limits });
  const hear: Hear = async (parts) => {
    let part: Part = nothingYet;
    let language: string | undefined;
    let warnings: string[] = [];
    try {
      for (const piece of await cutPieces(parts.pcm, parts.durationSeconds, secondsIn(largestPiece))) {
        const spoken = await hearPiece(piece, parts);
        part = { ...part, until: piece.end, segments: [...part.segments, ...segmentsOf(spoken, piece)] };
        if (!parts.language) language ??= languageTag(spoken.language);
        if (!Array.isArray(spoken.segments)) warnings = [untimed];
        parts.onPart(part, piece.end / parts.durationSeconds);
      }
      return heardOf(part, language, warnings);
    } catch (error) {
      if (parts.stop.aborted) throw parts.stop.reason;
      onProblem(error as Error);
      throw broken(`The transcription service failed. ${(error as Error).message}`, 'engine');
    }
  };
  return {
    id: `provider:${settings.model}`,
    source: 'provider',
    speaks: () => true,
    defaultLanguage: undefined,
    hear,
    stop: () => {},
  };
}
