// Assigns the words of a transcript to the speakers of a diarisation by their times.
import { type SpokenSegment, timedWords, type TimedWord } from '#domain/transcripts/word-times.ts';

/** Start and end in seconds; speakers are numbered from 0. */
export interface SpeakerTurn {
  start: number;
  end: number;
  speaker: number;
}

/** Shortest turn in seconds; a shorter one within a sentence is probably an error. */
const shortestTurn = 0.8;

const distance = ({ start, end }: SpeakerTurn, at: number): number => Math.max(0, start - at, at - end);

function speakerAt(turns: SpeakerTurn[], at: number): number | undefined {
  let best: SpeakerTurn | undefined;
  for (const turn of turns) if (!best || distance(turn, at) < distance(best, at)) best = turn;
  return best?.speaker;
}

interface Run {
  speaker: number | undefined;
  words: TimedWord[];
  end: number;
}

/** Splits a segment into runs of words of one speaker. */
function splitRuns(segment: SpokenSegment, turns: SpeakerTurn[]): Run[] {
  const words = timedWords(segment);
  const near = turns.filter(({ start, end }) => end > segment.start - 1 && start < segment.end + 1);
  const runs: Run[] = [];
  for (const [index, word] of words.entries()) {
    const end = words[index + 1]?.start ?? segment.end;
    const speaker = speakerAt(near, (word.start + end) / 2);
    const open = runs.at(-1);
    if (open && open.speaker === speaker) Object.assign(open, { words: [...open.words, word], end });
    else runs.push({ speaker, words: [word], end });
  }
  return runs;
}

const isShort = ({ words: [first], end }: Run): boolean => end - first!.start < shortestTurn;

/** Merges short runs with the run before them, and a short first run with the next one. */
function mergeShortRuns(runs: Run[]): Run[] {
  const mergedRuns: Run[] = [];
  for (const run of runs) {
    const before = mergedRuns.at(-1);
    if (before && (isShort(run) || run.speaker === before.speaker))
      Object.assign(before, { words: [...before.words, ...run.words], end: run.end });
    else if (before && mergedRuns.length === 1 && isShort(before))
      mergedRuns[0] = { ...run, words: [...before.words, ...run.words] };
    else mergedRuns.push(run);
  }
  return mergedRuns;
}

/** Splits segments by speaker. Speakers are numbered in the order in which they begin. */
export function assignSpeakers(segments: SpokenSegment[], turns: SpeakerTurn[]): SpokenSegment[] {
  if (turns.length === 0) return segments;
  const names = new Map<number, string>();
  const nameSpeaker = (speaker: number): string => {
    if (!names.has(speaker)) names.set(speaker, `Speaker ${names.size + 1}`);
    return names.get(speaker)!;
  };
  return segments.flatMap((segment) =>
    mergeShortRuns(splitRuns(segment, turns)).map(({ speaker, words, end }, index, all): SpokenSegment => ({
      ...segment,
      start: index === 0 ? segment.start : words[0]!.start,
      end: index === all.length - 1 ? segment.end : end,
      text: words.map(({ text }) => text).join(' '),
      ...(segment.wordStarts && { wordStarts: words.map(({ start }) => start) }),
      ...(speaker !== undefined && { speaker: nameSpeaker(speaker) }),
    })),
  );
}
