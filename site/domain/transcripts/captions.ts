// Splits segments into captions of at most two lines of 42 columns and seven seconds, broken at ends of phrases.
import { isDivisible, roundToHundredths, type SpokenSegment, timedWords } from './word-times.ts';

export interface Caption {
  start: number;
  end: number;
  speaker?: string;
  lines: string[];
}

/** Maximum number of columns of a line, as in the guidelines of the Described and Captioned Media Program. */
const maxColumns = 42;
const maxSeconds = 7;
/** Minimum number of units to be spread over several captions; a shorter text loses its pause instead. */
const minUnitsToSpread = 4;
/** Minimum duration of a caption, if the next one leaves time. */
const minSeconds = 1;

/** Part of a line: a word, or a part of a text without spaces. */
interface Unit {
  text: string;
  start: number;
  /** Text between the previous unit and this one. */
  gap: '' | ' ';
}

/** Wide characters of Chinese, Japanese and Korean, which take two columns (https://www.unicode.org/reports/tr11). */
const wide =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]--[\uff61-\uffdc]]/gv;
const countColumns = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0);

/** Splits a text into parts that fit a line. */
function splitToFit(text: string): string[] {
  const parts = [''];
  for (const letter of text) {
    if (countColumns(parts.at(-1)! + letter) > maxColumns) parts.push('');
    parts[parts.length - 1] += letter;
  }
  return parts;
}

const unspacedUnitColumns = 12;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a long text without spaces, such as Chinese, Thai or an address, at words of the dictionary if possible. */
function splitUnspaced(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && (countColumns(last + segment) <= unspacedUnitColumns || /^\P{L}+$/u.test(segment)))
      pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces.flatMap(splitToFit);
}

const splitIntoUnits = (segment: SpokenSegment): Unit[] =>
  timedWords(segment).flatMap(({ text, start }, at, all): Unit[] => {
    if (countColumns(text) <= maxColumns) return [{ text, start, gap: at === 0 ? '' : ' ' }];
    const until = all[at + 1]?.start ?? segment.end;
    let before = 0;
    return splitUnspaced(text).map((piece, number) => {
      const unit = {
        text: piece,
        start: roundToHundredths(start + ((until - start) * before) / text.length),
        gap: ' ' as const,
      };
      before += piece.length;
      return number === 0 ? unit : { ...unit, gap: '' };
    });
  });

const joinUnits = (units: Unit[]): string => units.map(({ text, gap }, at) => (at === 0 ? '' : gap) + text).join('');

/** Words that begin a phrase, in common languages. */
const phraseStarts = new Set(
  'and but or because that which who when where while if so than as in on at for with from into about after before und oder aber dass weil wenn der die das mit von auf für et ou mais que qui parce dans avec pour sur y o pero porque con para en'.split(
    ' ',
  ),
);
/** Words that belong to the next word. */
const phraseLeads = new Set(
  'a an the of to my your his her its our their mr mrs dr ein eine der die das le la les un une el los las de'.split(
    ' ',
  ),
);

const normalizeWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');

/** Rates a line break before the unit. */
function breakQuality(units: Unit[], at: number): number {
  const last = units[at - 1]!.text;
  const next = units[at]!.text;
  if (/[.!?…。！？]["”’)」]?$/.test(last)) return 0.35;
  if (/[,;:—–、，]["”’)」]?$/.test(last)) return 0.22;
  if (phraseLeads.has(normalizeWord(last))) return -0.2;
  return phraseStarts.has(normalizeWord(next)) ? 0.12 : 0;
}

/** Returns the best position of a cut: near the middle and at the end of a phrase; undefined if none is possible. */
function bestCut(units: Unit[], isPossible: (at: number) => boolean = () => true): number | undefined {
  const whole = countColumns(joinUnits(units));
  let best: { at: number; score: number } | undefined;
  for (let at = 1; at < units.length; at += 1) {
    if (!isPossible(at)) continue;
    const score = breakQuality(units, at) - Math.abs(countColumns(joinUnits(units.slice(0, at))) / whole - 0.5);
    if (!best || score > best.score) best = { at, score };
  }
  return best?.at;
}

/** Breaks units into one or two lines; undefined if they need more. */
function fitLines(units: Unit[]): string[] | undefined {
  const whole = joinUnits(units);
  if (countColumns(whole) <= maxColumns) return [whole];
  if (countColumns(whole) > 2 * maxColumns + 1) return undefined;
  const fits = (at: number) =>
    countColumns(joinUnits(units.slice(0, at))) <= maxColumns && countColumns(joinUnits(units.slice(at))) <= maxColumns;
  const cut = bestCut(units, fits);
  return cut === undefined ? undefined : [joinUnits(units.slice(0, cut)), joinUnits(units.slice(cut))];
}

type TimedLines = Pick<Caption, 'start' | 'end' | 'lines'>;

function cutUnits(units: Unit[], start: number, end: number): TimedLines[] {
  const lines = fitLines(units);
  const isTooLong = end - start > maxSeconds && units.length >= minUnitsToSpread;
  const at = lines && !isTooLong ? undefined : bestCut(units);
  if (at === undefined) return [{ start, end: Math.min(end, start + maxSeconds), lines: lines ?? [joinUnits(units)] }];
  const middle = Math.min(end, Math.max(start, units[at]!.start));
  return [...cutUnits(units.slice(0, at), start, middle), ...cutUnits(units.slice(at), middle, end)];
}

export function splitIntoCaptions(segments: SpokenSegment[]): Caption[] {
  const all = segments.flatMap((segment): Caption[] => {
    const units = splitIntoUnits(segment);
    if (units.length === 0) return [];
    const { speaker, start, end } = segment;
    const cuts = isDivisible(segment) ? cutUnits(units, start, end) : [{ start, end, lines: [joinUnits(units)] }];
    return cuts.map((cut) => ({ ...(speaker && { speaker }), ...cut }));
  });
  return all.map((caption, at) => {
    const free = Math.max(caption.end, Math.min(caption.start + minSeconds, all[at + 1]?.start ?? Infinity));
    return { ...caption, start: caption.start, end: at === all.length - 1 ? caption.end : roundToHundredths(free) };
  });
}
