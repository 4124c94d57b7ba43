// Turns the form of a transcript into an editor with playback, splitting, joining, find and replace, and undo.
import { countMatches, findNext, type TextMatch, replaceAll } from './find.ts';
import { type EditHistory, createHistory } from './history.ts';
import { createPlayer, type Player } from './player.ts';
import { allRows, adjacentRow, joinRows, type CueRow, rowAt, secondsAt, splitRow, startSeconds } from './rows.ts';
import { type SpeakerFields, createSpeakerFields } from './speaker-fields.ts';

const skipSeconds = 5;

interface Desk {
  form: HTMLFormElement;
  list: HTMLElement;
  history: EditHistory;
  listening: Player;
  /** Returns the line that tools apply to: the last one with the focus, else the one that plays. */
  row: () => CueRow | undefined;
}

/** Reports a change that was not typed as input, so that leaving the page warns about it. */
const changed = ({ form }: Desk): boolean => form.dispatchEvent(new Event('input'));

function focusOn({ text }: CueRow, place = text.selectionStart): void {
  text.focus();
  text.setSelectionRange(place, place);
}

function splitAt(desk: Desk, row: CueRow, place: number): void {
  desk.history.keep();
  const second = splitRow(row, place);
  if (second) focusOn(second, 0);
  changed(desk);
}

function joinWith(desk: Desk, row: CueRow, next: CueRow | undefined): void {
  if (!next) return;
  desk.history.keep();
  focusOn(row, joinRows(row, next));
  changed(desk);
}

/** Assigns the following lines of the same speaker to the speaker of this line. */
function fillDown(desk: Desk, row: CueRow): void {
  const old = adjacentRow(row, 1)?.speaker.value;
  desk.history.keep();
  for (let next = adjacentRow(row, 1); next?.speaker.value === old && next; next = adjacentRow(next, 1))
    next.speaker.value = row.speaker.value;
  changed(desk);
}

const travel = (desk: Desk, way: 'undo' | 'redo'): void => {
  desk.history[way]();
  changed(desk);
};

/** Connects the fields for find and replace. */
function finding(desk: Desk, bar: HTMLElement) {
  const find = bar.querySelector<HTMLInputElement>('[data-find]')!;
  const replacement = bar.querySelector<HTMLInputElement>('[data-replacement]')!;
  const said = bar.querySelector<HTMLElement>('[data-found]')!;
  const counted = (text: string | undefined, count: number) => text!.replace('{count}', String(count));
  let found: TextMatch | undefined;
  const next = () => {
    found = findNext(desk.list, find.value, found);
    if (!found) return;
    found.row.line.scrollIntoView({ block: 'center' });
    found.row.text.focus();
    found.row.text.setSelectionRange(found.from, found.to);
  };
  const replace = () => {
    desk.history.keep();
    said.textContent = counted(said.dataset.replaced, replaceAll(desk.list, find.value, replacement.value));
    changed(desk);
  };
  find.addEventListener('input', () => {
    found = undefined;
    said.textContent = find.value && counted(said.dataset.found, countMatches(desk.list, find.value));
  });
  find.addEventListener('keydown', (event) => event.key === 'Enter' && (event.preventDefault(), next()));
  return { next, replace };
}

function tools(desk: Desk, bar: HTMLElement): void {
  const withRow = (work: (row: CueRow) => void) => () => {
    const row = desk.row();
    if (row) work(row);
  };
  const doings: Record<string, () => void> = {
    ...finding(desk, bar),
    undo: () => travel(desk, 'undo'),
    redo: () => travel(desk, 'redo'),
    split: withRow((row) => splitAt(desk, row, row.text.selectionStart)),
    join: withRow((row) => joinWith(desk, row, adjacentRow(row, 1))),
    fill: withRow((row) => fillDown(desk, row)),
  };
  bar.addEventListener('click', (event) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-do]')?.dataset.do;
    if (name) doings[name]!();
  });
  for (const one of bar.querySelectorAll<HTMLElement>('[data-tools]')) one.hidden = false;
}

/** Handles a key in the text of a line. Returns false if the key keeps its default action. */
function keyInText(desk: Desk, row: CueRow, { key }: KeyboardEvent): boolean {
  const { selectionStart: from, selectionEnd: to, value } = row.text;
  const isAtStart = from === 0 && to === 0;
  if (key === 'Enter') splitAt(desk, row, from);
  else if (key === 'Backspace' && isAtStart && adjacentRow(row, -1)) joinWith(desk, adjacentRow(row, -1)!, row);
  else if (key === 'Delete' && from === value.length && adjacentRow(row, 1)) joinWith(desk, row, adjacentRow(row, 1));
  else if (key === 'ArrowUp' && isAtStart && adjacentRow(row, -1)) focusOn(adjacentRow(row, -1)!);
  else if (key === 'ArrowDown' && from === value.length && adjacentRow(row, 1)) focusOn(adjacentRow(row, 1)!, 0);
  else if (key === 'Escape') row.text.blur();
  else return false;
  return true;
}

/** Handles a key outside of text fields. Returns false if the key keeps its default action. */
function keyOutside({ listening, list }: Desk, { key }: KeyboardEvent): boolean {
  const go = (step: 1 | -1) => {
    const from = listening.current();
    const to = from ? adjacentRow(from, step) : allRows(list)[0];
    if (to) listening.hear(startSeconds(to));
  };
  if (key === ' ') listening.toggle();
  else if (key === 'ArrowLeft') listening.skip(-skipSeconds);
  else if (key === 'ArrowRight') listening.skip(skipSeconds);
  else if (key === 'ArrowUp') go(-1);
  else if (key === 'ArrowDown') go(1);
  else return false;
  return true;
}

/** Handles a key with Ctrl or Cmd. Returns false if the key keeps its default action. */
function keyWithControl(desk: Desk, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z') travel(desk, shiftKey ? 'redo' : 'undo');
  else if (letter === 'y') travel(desk, 'redo');
  else if (letter === 's') desk.form.requestSubmit(document.querySelector<HTMLElement>('[form="cues"][value="save"]'));
  else if (letter === 'f') document.querySelector<HTMLElement>('[data-find]')!.focus();
  else if (key === ' ') desk.listening.toggle();
  else return false;
  return true;
}

const takesKeys = 'input, textarea, select, button, summary, audio, [contenteditable]';

function keys(desk: Desk): void {
  addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey) return;
    const target = event.target as Element;
    const isIn = (names: string) => target.closest(names) !== null;
    const row = isIn('.cue textarea') ? rowAt(target) : undefined;
    // Other fields have their own undo.
    const isElsewhere = isIn('input, textarea') && !rowAt(target);
    if (event.ctrlKey || event.metaKey) {
      if (isElsewhere && /^[zy]$/i.test(event.key)) return;
      if (keyWithControl(desk, event)) event.preventDefault();
    } else if (row ? keyInText(desk, row, event) : !isIn(takesKeys) && keyOutside(desk, event)) event.preventDefault();
    else if (event.key === 'Enter' && target.matches('.cue input')) event.preventDefault();
  });
}

function clicks({ list, listening }: Desk, hears: HTMLInputElement): void {
  list.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    const row = rowAt(target);
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.closest('.cue-time')) {
      event.preventDefault();
      listening.hear(startSeconds(row));
    } else if (target === row.text && hears.checked && row.text.selectionStart === row.text.selectionEnd) {
      listening.hear(secondsAt(row, row.text.selectionStart));
    }
  });
}

function naming({ form, history }: Desk, voices: SpeakerFields): void {
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.name !== 'named') return;
    history.keep();
    voices.rename(field);
  });
}

const form = document.querySelector<HTMLFormElement>('#cues');
const list = form?.querySelector<HTMLElement>('.cues');
const bar = document.querySelector<HTMLElement>('.cue-bar');
if (form && list && bar) {
  const listening = createPlayer(bar.querySelector('audio'), list);
  const voices = createSpeakerFields(form, list);
  const history = createHistory(list, voices);
  let last: CueRow | undefined;
  list.addEventListener('focusin', ({ target }) => (last = rowAt(target)));
  list.addEventListener('beforeinput', ({ target }) => history.keep(target));
  const row = () => (last?.line.isConnected ? last : listening.current());
  const desk: Desk = { form, list, history, listening, row };
  tools(desk, bar);
  keys(desk);
  clicks(desk, bar.querySelector<HTMLInputElement>('[data-hear]')!);
  naming(desk, voices);
}
