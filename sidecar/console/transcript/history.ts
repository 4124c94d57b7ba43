// Undo and redo over all lines of the editor, in steps of one change or of one run of typing.
import { allRows, type Row } from './rows.ts';

type Values = readonly [row: Row, start: string, end: string, speaker: string, text: string];
type State = readonly Values[];

const mostSteps = 300;
/** A pause in typing begins a new step. */
const pauseMs = 1500;

const stateOf = (list: HTMLElement): State =>
  allRows(list).map((row) => [row, row.start.value, row.end.value, row.speaker.value, row.text.value]);

function restore(list: HTMLElement, state: State): void {
  const wanted = new Set<Element>(state.map(([{ line }]) => line));
  for (const line of [...list.children]) if (!wanted.has(line)) line.remove();
  let next = list.firstElementChild;
  for (const [{ line }] of state) {
    if (line === next) next = line.nextElementSibling;
    else list.insertBefore(line, next);
  }
  for (const [row, start, end, speaker, text] of state) {
    if (row.start.value !== start) row.start.value = start;
    if (row.end.value !== end) row.end.value = end;
    if (row.speaker.value !== speaker) row.speaker.value = speaker;
    if (row.text.value !== text) row.text.value = text;
  }
}

export interface History {
  /** Called before a change; typing into one field is one step. */
  keep: (typedInto?: EventTarget | null) => void;
  undo: () => void;
  redo: () => void;
}

export function historyOf(list: HTMLElement): History {
  const [past, future]: [State[], State[]] = [[], []];
  let typing: EventTarget | undefined;
  let typedAt = 0;
  const go = (from: State[], to: State[]) => {
    const state = from.pop();
    if (!state) return;
    to.push(stateOf(list));
    typing = undefined;
    restore(list, state);
  };
  return {
    keep: (target) => {
      const isSameRun = target && target === typing && performance.now() - typedAt < pauseMs;
      [typing, typedAt] = [target ?? undefined, performance.now()];
      if (isSameRun) return;
      past.push(stateOf(list));
      if (past.length > mostSteps) past.shift();
      future.length = 0;
    },
    undo: () => go(past, future),
    redo: () => go(future, past),
  };
}
