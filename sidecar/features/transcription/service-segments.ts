// What a service answered about a piece of sound, as segments of the whole recording.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import type { Piece } from './pieces.ts';
import type { Spoken } from './service.ts';

/** What services call a voice that they cannot name. */
const nameless = /^(?:speaker|spk)?[\s_#-]*(?:[a-z]|\d*)$/i;

const speakersIn = (segments: SpokenSegment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
];

/** Labels hold within one answer: the same one may be somebody else in the next, unless the service knows the names. */
function namer(before: SpokenSegment[], areKnown: boolean): (label: unknown) => string | undefined {
  const known = speakersIn(before);
  const names = new Map(areKnown ? known.map((name) => [name, name]) : []);
  let count = known.length;
  return (label) => {
    const given = typeof label === 'number' ? `${label}` : typeof label === 'string' ? label.trim() : '';
    if (!given) return undefined;
    if (!names.has(given)) names.set(given, nameless.test(given) ? `Speaker ${(count += 1)}` : given.slice(0, 100));
    return names.get(given);
  };
}

type Given = Record<'start' | 'end' | 'text' | 'speaker' | 'words', unknown>;

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Times of words, where there is one for each. */
function wordStarts(words: unknown, text: string, within: (seconds: number) => number): number[] | undefined {
  if (!Array.isArray(words) || words.length !== wordsIn(text)) return undefined;
  const starts = (words as { start?: unknown }[]).map((word) => Number(word?.start));
  return starts.every((start) => start >= 0) ? starts.map(within) : undefined;
}

export interface Told {
  before: SpokenSegment[];
  /** Whether the service was told who spoke before. */
  areKnown: boolean;
}

/** Times count from the beginning of the piece. */
export function segmentsOf(spoken: NonNullable<Spoken>, { start, end }: Piece, told: Told): SpokenSegment[] {
  const { text, segments } = spoken;
  const whole = typeof text === 'string' ? text.trim() : '';
  if (!Array.isArray(segments) || segments.length === 0) return whole ? [{ start, end, text: whole }] : [];
  const nameOf = namer(told.before, told.areKnown);
  const within = (seconds: number) => Math.round(Math.min(end, start + seconds) * 100) / 100;
  return (segments as (Given | null)[]).flatMap((one) => {
    const said = typeof one?.text === 'string' ? one.text.trim() : '';
    const [from, to] = [Number(one?.start), Number(one?.end)];
    if (!said || !(from >= 0) || !(to >= from)) return [];
    const speaker = nameOf(one!.speaker);
    const starts = wordStarts(one!.words, said, within);
    const times = { start: within(from), end: within(to) };
    return [{ ...times, text: said, ...(speaker && { speaker }), ...(starts && { wordStarts: starts }) }];
  });
}

/** OpenAI wants between 2 and 10 seconds of a voice, of at most four people. */
const [shortest, longest, mostVoices] = [2, 10, 4];

/** By name, where a voice is heard alone. */
export function voicesIn(segments: SpokenSegment[]): [name: string, piece: Piece][] {
  return speakersIn(segments)
    .slice(0, mostVoices)
    .flatMap((name): [string, Piece][] => {
      const own = segments.find(({ speaker, start, end }) => speaker === name && end - start >= shortest);
      return own ? [[name, { start: own.start, end: Math.min(own.end, own.start + longest) }]] : [];
    });
}
