// Checks the WebVTT of a corrected transcript, because players skip broken cues silently.
import { isIntact } from '#domain/text/decode.ts';
import { readTranscript } from '../../content/transcripts/read-transcript.ts';

const clock = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
/** Timings and settings of a cue (WebVTT §4.1). */
const timing = new RegExp(String.raw`^${clock}[ \t]+-->[ \t]+${clock}(?:[ \t].*)?$`);
const isNote = (line: string): boolean => /^(NOTE|STYLE|REGION)(\s|$)/.test(line);

const parseSeconds = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;

interface Block {
  /** Number of the first line. */
  from: number;
  lines: string[];
}

function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') open = undefined;
    else if (open) open.lines.push(line);
    else blocks.push((open = { from: index + 1, lines: [line] }));
  }
  return blocks;
}

function cueProblem({ from, lines }: Block): string | undefined {
  if (isNote(lines[0]!)) return undefined;
  // The line above the times of a cue may be its identifier.
  const at = lines.findIndex((line) => line.includes('-->'));
  const number = from + Math.max(0, at);
  if (at < 0 || at > 1) return `line ${from}: start the cue with its times, such as 00:00:01.000 --> 00:00:04.000`;
  const times = timing.exec(lines[at]!);
  if (!times) return `line ${number}: write times as 00:00:01.000 --> 00:00:04.000`;
  if (parseSeconds(times.slice(5)) <= parseSeconds(times.slice(1, 5)))
    return `line ${number}: the cue ends before it begins`;
  const nextTimes = lines.findIndex((line, index) => index > at && line.includes('-->'));
  return nextTimes < 0 ? undefined : `line ${from + nextTimes}: put an empty line between two cues`;
}

/** Returns the first problem of a WebVTT file; undefined if it is valid. */
export async function findWebVttProblem(source: string): Promise<string | undefined> {
  const unreadable = source.split(/\r\n|\r|\n/).findIndex((line) => !isIntact(line));
  if (unreadable >= 0) return `line ${unreadable + 1}: a character is unreadable, so save the file as UTF-8`;
  const [head, ...cues] = splitBlocks(source.replace(/^\uFEFF/, ''));
  if (!head || head.from !== 1 || !/^WEBVTT(\s|$)/.test(head.lines[0]!)) return 'line 1: the first line must be WEBVTT';
  const stray = head.lines.findIndex((line) => line.includes('-->'));
  if (stray > 0) return `line ${stray + 1}: put an empty line below WEBVTT`;
  const problem = cues.map(cueProblem).find(Boolean);
  if (problem) return problem;
  return readTranscript(source, 'vtt').then(
    () => undefined,
    (error: Error) => error.message,
  );
}
