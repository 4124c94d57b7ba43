// Lines of the editor in the page: reads, writes, splits and joins them.
import { joinTexts, spacelessScripts } from '#domain/transcripts/unspaced-text.ts';

export interface CueRow {
  line: HTMLElement;
  start: HTMLInputElement;
  end: HTMLInputElement;
  speaker: HTMLInputElement;
  text: HTMLTextAreaElement;
}

const rowsByLine = new WeakMap<HTMLElement, CueRow>();

export function readCueRow(line: HTMLElement): CueRow {
  const cached = rowsByLine.get(line);
  if (cached) return cached;
  const find = <E extends Element>(name: string) => line.querySelector<E>(`[name="${name}"]`)!;
  const row: CueRow = { line, start: find('start'), end: find('end'), speaker: find('speaker'), text: find('text') };
  rowsByLine.set(line, row);
  return row;
}

export const rowAt = (target: EventTarget | null): CueRow | undefined => {
  const line = (target as Element | null)?.closest?.<HTMLElement>('.cue');
  return line ? readCueRow(line) : undefined;
};

export const allRows = (list: HTMLElement): CueRow[] => ([...list.children] as HTMLElement[]).map(readCueRow);

export const adjacentRow = ({ line }: CueRow, step: 1 | -1): CueRow | undefined => {
  const other = step === 1 ? line.nextElementSibling : line.previousElementSibling;
  return other ? readCueRow(other as HTMLElement) : undefined;
};

export const startSeconds = ({ start }: CueRow): number => Number(start.value);
const endSeconds = ({ end }: CueRow): number => Number(end.value);
const thousandths = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Matches the beginning of the word before an offset; in scripts without spaces each letter is a word. */
const wordStart = new RegExp(`[^\\s${spacelessScripts}]*$`, 'u');

/** Estimates when the word at an offset of the text is said, at an even rate of speech. */
export function secondsAt(row: CueRow, offset: number): number {
  const { value } = row.text;
  const word = value.slice(0, offset).search(wordStart);
  return startSeconds(row) + ((endSeconds(row) - startSeconds(row)) * Math.max(0, word)) / Math.max(1, value.length);
}

const clock = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

function showStart(row: CueRow): void {
  const time = row.line.querySelector('.cue-time')!;
  const seconds = startSeconds(row);
  time.textContent = clock(seconds);
  if (time instanceof HTMLAnchorElement) time.href = time.href.replace(/#.*$/, `#t=${seconds}`);
  const label = row.line.closest<HTMLElement>('.cues')?.dataset.said;
  if (label) row.text.setAttribute('aria-label', label.replace('{time}', clock(seconds)));
}

/** Splits a line and returns the second half; undefined if one half would be empty. */
export function splitRow(row: CueRow, offset: number): CueRow | undefined {
  const before = row.text.value.slice(0, offset).trim();
  const after = row.text.value.slice(offset).trim();
  if (!before || !after) return undefined;
  const at = thousandths(
    startSeconds(row) + ((endSeconds(row) - startSeconds(row)) * before.length) / (before.length + after.length),
  );
  const line = row.line.cloneNode(true) as HTMLElement;
  line.removeAttribute('id');
  line.classList.remove('is-playing');
  const second = readCueRow(line);
  second.speaker.value = row.speaker.value;
  second.start.value = String(at);
  second.end.value = row.end.value;
  second.text.value = after;
  row.end.value = String(at);
  row.text.value = before;
  row.line.after(line);
  showStart(second);
  return second;
}

/** Appends the next line to this one and returns the offset of its text. */
export function joinRows(row: CueRow, next: CueRow): number {
  const before = row.text.value.trimEnd();
  const after = next.text.value.trimStart();
  row.text.value = joinTexts(before, after);
  if (endSeconds(next) > endSeconds(row)) row.end.value = next.end.value;
  next.line.remove();
  return row.text.value.length - after.length;
}
