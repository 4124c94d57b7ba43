// A service that speaks OpenAI's transcription API: it gets sound of our own making, never the address that a caller gave.
import type { ProviderSettings } from '../../settings/settings.ts';
import { type Limits, slowestPace } from '../../outgoing/limits.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Engine, Hear, HearDeps } from './engines.ts';
import { heardOf } from './heard.ts';
import { levelsOf } from './levels.ts';
import { nextPiece, type Piece, secondsIn, wavOf } from './pieces.ts';
import { joinParts, nothingYet, type Part } from './part.ts';
import { broken } from './problem.ts';
import { askService, type Form, formOf, type Service } from './service.ts';
import { segmentsOf, voicesIn } from './service-segments.ts';

/** Languages that Whisper knows. */
const known =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  );

const byName = new Map<string, string>();
for (const tag of known) byName.set(new Intl.DisplayNames('en', { type: 'language' }).of(tag)!.toLowerCase(), tag);

export function languageTag(named: unknown): string | undefined {
  if (typeof named !== 'string') return undefined;
  const name = named.trim().toLowerCase();
  return known.includes(name) ? name : byName.get(name);
}

/** Under the 25 MB that services take. */
const longestTimed = secondsIn(24 * 1024 ** 2);
/** Without times in the answer, those of the piece are all there is. */
const longestUntimed = 30;
/** Services that follow OpenAI read the last 224 tokens. */
const promptCharacters = 600;
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

const untimed = 'The service says no times: those of the segments are of whole pieces.';

function promptOf(names: string[]): string {
  let prompt = '';
  for (const name of names) {
    const longer = prompt ? `${prompt}, ${name}` : name;
    if (longer.length < promptCharacters) prompt = longer;
  }
  return prompt && `${prompt}.`;
}

/** The voices of those who spoke before, for a service that tells speakers apart. */
async function speakersFor(form: Form, part: Part, pcm: string): Promise<[string, string][]> {
  if (form !== 'diarized_json') return [];
  return Promise.all(
    voicesIn(part.segments).map(async ([name, piece]): Promise<[string, string]> => {
      const wav = Buffer.from(await (await wavOf(pcm, piece)).arrayBuffer());
      return [name, `data:audio/wav;base64,${wav.toString('base64')}`];
    }),
  );
}

async function hearPiece(service: Service, piece: Piece, form: Form, part: Part, deps: HearDeps) {
  const speakers = await speakersFor(form, part, deps.pcm);
  const { language, names, stop } = deps;
  const wav = await wavOf(deps.pcm, piece);
  const spoken = await askService(service, { wav, form, language, prompt: promptOf(names), speakers, stop });
  if (!spoken) return undefined;
  const segments = segmentsOf(spoken, piece, { before: part.segments, areKnown: speakers.length > 0 });
  const detected = language ? undefined : (part.language ?? languageTag(spoken.language));
  const isTimed = Array.isArray(spoken.segments);
  const heard: Part = {
    ...joinParts(part, { ...nothingYet, until: piece.end, segments }),
    ...(detected && { language: detected }),
    ...(!isTimed && segments.length > 0 && { isUntimed: true }),
  };
  return { heard, isTimed };
}

async function hearAll(service: Service, deps: HearDeps): Promise<Part> {
  const { pcm, durationSeconds, before = nothingYet } = deps;
  const levels = await levelsOf(pcm);
  const usual = formOf(service.model);
  let part = before;
  // Until an answer has times, pieces are short: little is lost where none has.
  let isTimed = usual === 'diarized_json' || (part.segments.length > 0 && !part.isUntimed);
  let refusedUntil = 0;
  while (part.until < durationSeconds) {
    const form = part.until < refusedUntil ? 'json' : usual;
    const longest = isTimed && form !== 'json' ? longestTimed : longestUntimed;
    const piece = nextPiece(levels, part.until, durationSeconds, longest);
    const answer = piece.isSilent
      ? { heard: { ...part, until: piece.end }, isTimed }
      : await hearPiece(service, piece, form, part, deps);
    // One that never gave times will not; one that did refuses this piece alone.
    if (!answer) refusedUntil = isTimed ? piece.end : Infinity;
    else {
      part = answer.heard;
      isTimed ||= answer.isTimed;
      deps.onPart(part, part.until / durationSeconds);
    }
  }
  return part;
}

export interface ProviderOptions extends Pick<Service, 'pause'> {
  limits?: Limits;
}

export function provider(
  settings: ProviderSettings,
  { send }: Outgoing,
  onProblem: (error: Error) => void,
  { limits = usualLimits, ...others }: ProviderOptions = {},
): Engine {
  const hear: Hear = async (deps) => {
    try {
      const part = await hearAll({ ...settings, ...others, send, limits }, deps);
      return heardOf(part, part.isUntimed ? [untimed] : []);
    } catch (error) {
      if (deps.stop.aborted) throw deps.stop.reason;
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
