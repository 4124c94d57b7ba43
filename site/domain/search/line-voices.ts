// Voices of the lines of a text, and functions to find where the words of a person begin and end.
import { plainName } from '../names.ts';
import { parsePersonName } from './named-person.ts';
import type { Line } from './plain-text.ts';

/** Names that help to attribute a text. */
export interface Cast {
  title: string;
  /** The creator's name and other names. */
  creator: string[];
  /** Names of the people whom the feed lists for the item. */
  persons: string[];
  /** True if the item is the creator's. */
  isOwn: boolean;
}

export interface Voice {
  speaker?: string;
}

/** Voices by line; undefined for the author's own words. */
export type LineVoices = (Voice | undefined)[];

export const namedVoice = (subject: string | undefined): Voice => {
  const speaker = subject === undefined ? undefined : parsePersonName(subject);
  return speaker ? { speaker } : {};
};

export const firstNames = (names: string[]): string[] => names.map((name) => plainName(name).split(' ')[0]!);
export const isCastCreator = (name: string, { creator }: Cast): boolean =>
  [...creator.map(plainName), ...firstNames(creator)].includes(plainName(name));

/** Returns true for a heading or a short bold line, which replaces a heading in some texts. */
export const isHeadingLike = ({ kind, text, lead }: Line): boolean =>
  kind === 'heading' || (kind === 'text' && lead === text && text.length <= 80);

export const isBoundary = ({ kind }: Line): boolean => kind === 'heading' || kind === 'break';

/** Returns the first matching line number from `from` on; the number of lines if there is none. */
export function findLineFrom(lines: Line[], from: number, fits: (line: Line, at: number) => boolean): number {
  let at = from;
  while (at < lines.length && !fits(lines[at]!, at)) at++;
  return Math.min(at, lines.length);
}

/** Returns the end of the section below a heading: the next heading of the same or a higher level. */
export function sectionEnd(lines: Line[], at: number, endsAtBreak: boolean): number {
  const { level = 7 } = lines[at]!;
  return findLineFrom(lines, at + 1, (line) => {
    if (line.kind === 'break') return endsAtBreak;
    return line.kind === 'heading' ? line.level! <= level : level === 7 && isHeadingLike(line);
  });
}

/** Assigns a voice to lines that have none yet. */
export function markLines(voices: LineVoices, from: number, to: number, voice: Voice): void {
  for (let at = from; at < Math.min(to, voices.length); at++) voices[at] ??= voice;
}

export type VoiceFinder = (lines: Line[], voices: LineVoices, cast: Cast) => void;
