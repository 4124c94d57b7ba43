// Finds speakers by names at the beginning of lines, such as “Ann: Hello.”
import type { Segment } from '#contract/schemas/transcripts.ts';
import { type Cue, joinLines } from './cues.ts';

/** A dash or ">>" announces another speaker. The name may be in brackets. */
const announcement = String.raw`(?:[-–—]\s*|>{2,3}\s*)`;
const namePattern = String.raw`[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}.'’_&() -]{0,39}`;
const leadingName = new RegExp(
  String.raw`^\s*${announcement}?(?:\[(${namePattern})\]|(${namePattern}))(?::(?:\s+|$)|：\s*)`,
  'u',
);
const leadingAnnouncement = new RegExp(`^\\s*${announcement}`);

const readLeadingName = (line: string): string | undefined => {
  const match = leadingName.exec(line);
  return (match?.[1] ?? match?.[2])?.trim();
};

/** A name has to occur this often, unless it is in capitals: once may be chance, such as “Note: …”. */
const minOccurrences = 2;
const isInCapitals = (text: string): boolean =>
  /^\p{Lu}{2}[\p{Lu}\p{M}\p{N}.'’_() -]*$/u.test(text) &&
  !/^(NOTE|NB|PS|FYI|WARNING|UPDATE|MUSIC|TRANSCRIPT)\b/.test(text);

/** Number of lines among which the first name has to be; colons further down rarely mean speakers. */
const linesBeforeFirstName = 3;

/** Returns the names, and whether a name applies until the next one. Names in capitals may mark single lines only. */
function findNames(cues: Cue[]): Map<string, boolean> {
  const lines = cues.flatMap((cue) => cue.lines);
  const counts = new Map<string, number>();
  for (const name of lines.map(readLeadingName)) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = [...counts.keys()].filter((one) => counts.get(one)! >= minOccurrences);
  const isEarly = lines.slice(0, linesBeforeFirstName).some((line) => repeated.includes(readLeadingName(line) ?? ''));
  const names = isEarly ? repeated.map((one): [string, boolean] => [one, true]) : [];
  return new Map([...[...counts.keys()].filter(isInCapitals).map((one): [string, boolean] => [one, false]), ...names]);
}

interface Turn {
  speaker?: string | undefined;
  lines: string[];
}

/** Splits the lines of a cue where another speaker is named. */
function splitTurns(lines: string[], names: Map<string, boolean>): Turn[] {
  const turns: Turn[] = [];
  for (const line of lines) {
    const name = readLeadingName(line);
    if (name && names.has(name)) turns.push({ speaker: name, lines: [line.replace(leadingName, '')] });
    else if (turns.length === 0) turns.push({ lines: [line] });
    else turns.at(-1)!.lines.push(line);
  }
  return turns;
}

/**
 * Converts cues to segments with speakers. A name applies until the next one or until another speaker is announced.
 * Names in the text are ignored if the transcript names speakers in another way.
 */
export function nameSpeakers(cues: Cue[]): Segment[] {
  const names = cues.some(({ speaker }) => speaker) ? new Map<string, boolean>() : findNames(cues);
  let last: string | undefined;
  return cues.flatMap(({ lines, speaker: stated, ...times }) =>
    splitTurns(lines, names).map((turn) => {
      if (turn.speaker || turn.lines.some((line) => leadingAnnouncement.test(line))) last = undefined;
      if (turn.speaker && names.get(turn.speaker)) last = turn.speaker;
      const speaker = stated ?? turn.speaker ?? last;
      // A text without times keeps its lines.
      const text = times.end > 0 ? joinLines(turn.lines) : turn.lines.join('\n').trim();
      return { ...times, text, ...(speaker && { speaker }) };
    }),
  );
}
