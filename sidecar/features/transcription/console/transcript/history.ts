// Undo and redo of changes to all lines of the editor; typing without a pause is one step.
import { allRows, type CueRow } from './rows.ts';
import type { SpeakerFields } from './speaker-fields.ts';

type RowValues = readonly [row: CueRow, start: string, end: string, speaker: string, text: string, voice?: string];
interface EditorState {
  rows: readonly RowValues[];
  names: string[];
}

const maxSteps = 300;
/** Pause in typing that begins a new step. */
const pauseMs = 1500;

const readRows = (list: HTMLElement): RowValues[] =>
  allRows(list).map((row) => {
    const { start, end, speaker, text, line } = row;
    return [row, start.value, end.value, speaker.value, text.value, line.dataset.voice];
  });

/** Sets a value only if it differs, which would move the cursor. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.value !== value) field.value = value;
}

function restore(list: HTMLElement, state: readonly RowValues[]): void {
  const remaining = new Set<Element>(state.map(([{ line }]) => line));
  for (const line of [...list.children]) if (!remaining.has(line)) line.remove();
  let next = list.firstElementChild;
  for (const [{ line }] of state) {
    if (line === next) next = line.nextElementSibling;
    else list.insertBefore(line, next);
  }
  for (const [row, start, end, speaker, text, voice] of state) {
    if (voice === undefined) delete row.line.dataset.voice;
    else row.line.dataset.voice = voice;
    setValue(row.start, start);
    setValue(row.end, end);
    setValue(row.speaker, speaker);
    setValue(row.text, text);
  }
}

export interface EditHistory {
  /** Saves the state before a change; typing into one field is one step. */
  saveState: (typedInto?: EventTarget | null) => void;
  undo: () => void;
  redo: () => void;
}

export function createHistory(list: HTMLElement, voices: SpeakerFields): EditHistory {
  const past: EditorState[] = [];
  const future: EditorState[] = [];
  let typing: EventTarget | undefined;
  let typedAt = 0;
  const now = (): EditorState => ({ rows: readRows(list), names: voices.names() });
  const go = (from: EditorState[], to: EditorState[]) => {
    const state = from.pop();
    if (!state) return;
    to.push(now());
    typing = undefined;
    restore(list, state.rows);
    voices.restore(state.names);
  };
  return {
    saveState: (target) => {
      const isSameRun = target && target === typing && performance.now() - typedAt < pauseMs;
      typing = target ?? undefined;
      typedAt = performance.now();
      if (isSameRun) return;
      past.push(now());
      if (past.length > maxSteps) past.shift();
      future.length = 0;
    },
    undo: () => go(past, future),
    redo: () => go(future, past),
  };
}
