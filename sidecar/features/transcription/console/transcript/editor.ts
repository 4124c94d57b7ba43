// Turns the form of a transcript into an editor with playback, splitting, joining, find and replace, and undo.
import { type EditHistory, createHistory } from './history.ts';
import { allRows, adjacentRow, joinRows, type CueRow, rowAt, secondsAt, splitRow, startSeconds } from './rows.ts';
import { type SpeakerFields, createSpeakerFields } from './speaker-fields.ts';

interface Player {
  /** Plays from a time. */
  playFrom: (seconds: number) => void;
  toggle: () => void;
  /** Skips by a number of seconds, back if negative. */
  skip: (seconds: number) => void;
  /** Returns the line that plays. */
  current: () => CueRow | undefined;
}

/** Time without automatic scrolling after the user has scrolled or typed. */
const attentionMs = 5000;

function lineAt(rows: CueRow[], seconds: number): CueRow | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startSeconds(rows[middle]!) <= seconds) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

/** Creates a player; without a recording it does nothing. */
function createPlayer(audio: HTMLAudioElement | null, list: HTMLElement): Player {
  let markedRow: CueRow | undefined;
  let busyAt = -Infinity;
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, () => (busyAt = performance.now()), { passive: true });
  const mark = () => {
    const next = lineAt(allRows(list), audio!.currentTime);
    if (next === markedRow) return;
    markedRow?.line.classList.remove('is-playing');
    next?.line.classList.add('is-playing');
    markedRow = next;
    const isLeftAlone = performance.now() - busyAt < attentionMs || list.contains(document.activeElement);
    if (!isLeftAlone && !audio!.paused) next?.line.scrollIntoView({ block: 'center' });
  };
  audio?.addEventListener('timeupdate', mark);
  audio?.addEventListener('seeking', mark);
  return {
    playFrom: (seconds) => {
      if (!audio) return;
      audio.currentTime = seconds;
      void audio.play().catch(() => undefined);
    },
    toggle: () => void (audio?.paused ? audio.play().catch(() => undefined) : audio?.pause()),
    skip: (seconds) => {
      if (audio) audio.currentTime = Math.max(0, audio.currentTime + seconds);
    },
    current: () => markedRow,
  };
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const finder = (words: string): RegExp => new RegExp(escaped(words), 'giu');

const countIn = (rows: CueRow[], words: string): number =>
  words === '' ? 0 : rows.reduce((sum, { text }) => sum + (text.value.match(finder(words))?.length ?? 0), 0);

interface TextMatch {
  row: CueRow;
  from: number;
  to: number;
}

/** Returns the next match after `after`, and continues from the top at the end. */
function findNext(list: HTMLElement, words: string, after?: Pick<TextMatch, 'row' | 'to'>): TextMatch | undefined {
  if (words === '') return undefined;
  const rows = allRows(list);
  const first = Math.max(0, after ? rows.indexOf(after.row) : 0);
  for (let step = 0; step <= rows.length; step += 1) {
    const row = rows[(first + step) % rows.length]!;
    const find = finder(words);
    if (step === 0 && after) find.lastIndex = after.to;
    const match = find.exec(row.text.value);
    if (match) return { row, from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}

/** Replaces all matches and returns their number. */
function replaceAll(list: HTMLElement, words: string, replacement: string): number {
  const rows = allRows(list);
  const count = countIn(rows, words);
  if (count > 0)
    for (const { text } of rows) {
      const value = text.value.replace(finder(words), () => replacement);
      if (value !== text.value) text.value = value;
    }
  return count;
}

const countMatches = (list: HTMLElement, words: string): number => countIn(allRows(list), words);

const skipSeconds = 5;

interface Editor {
  form: HTMLFormElement;
  list: HTMLElement;
  history: EditHistory;
  player: Player;
  /** Returns the line that tools apply to: the last one with the focus, else the one that plays. */
  row: () => CueRow | undefined;
}

/** Reports a change that was not typed as input, so that leaving the page warns about it. */
const reportChange = ({ form }: Editor): boolean => form.dispatchEvent(new Event('input'));

function focusOn({ text }: CueRow, offset = text.selectionStart): void {
  text.focus();
  text.setSelectionRange(offset, offset);
}

function splitAt(editor: Editor, row: CueRow, offset: number): void {
  editor.history.saveState();
  const second = splitRow(row, offset);
  if (second) focusOn(second, 0);
  reportChange(editor);
}

function joinWith(editor: Editor, row: CueRow, next: CueRow | undefined): void {
  if (!next) return;
  editor.history.saveState();
  focusOn(row, joinRows(row, next));
  reportChange(editor);
}

/** Assigns the following lines of the same speaker to the speaker of this line. */
function fillDown(editor: Editor, row: CueRow): void {
  const old = adjacentRow(row, 1)?.speaker.value;
  editor.history.saveState();
  for (let next = adjacentRow(row, 1); next?.speaker.value === old && next; next = adjacentRow(next, 1))
    next.speaker.value = row.speaker.value;
  reportChange(editor);
}

const moveInHistory = (editor: Editor, way: 'undo' | 'redo'): void => {
  editor.history[way]();
  reportChange(editor);
};

/** Connects the fields for find and replace. */
function connectFind(editor: Editor, bar: HTMLElement) {
  const find = bar.querySelector<HTMLInputElement>('[data-find]')!;
  const replacement = bar.querySelector<HTMLInputElement>('[data-replacement]')!;
  const status = bar.querySelector<HTMLElement>('[data-found]')!;
  const formatCount = (text: string | undefined, count: number) => text!.replace('{count}', String(count));
  let match: TextMatch | undefined;
  const next = () => {
    match = findNext(editor.list, find.value, match);
    if (!match) return;
    match.row.line.scrollIntoView({ block: 'center' });
    match.row.text.focus();
    match.row.text.setSelectionRange(match.from, match.to);
  };
  const replace = () => {
    editor.history.saveState();
    status.textContent = formatCount(status.dataset.replaced, replaceAll(editor.list, find.value, replacement.value));
    reportChange(editor);
  };
  find.addEventListener('input', () => {
    match = undefined;
    status.textContent = find.value && formatCount(status.dataset.found, countMatches(editor.list, find.value));
  });
  find.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    next();
  });
  return { next, replace };
}

function connectTools(editor: Editor, bar: HTMLElement): void {
  const withRow = (work: (row: CueRow) => void) => () => {
    const row = editor.row();
    if (row) work(row);
  };
  const actions: Record<string, () => void> = {
    ...connectFind(editor, bar),
    undo: () => moveInHistory(editor, 'undo'),
    redo: () => moveInHistory(editor, 'redo'),
    split: withRow((row) => splitAt(editor, row, row.text.selectionStart)),
    join: withRow((row) => joinWith(editor, row, adjacentRow(row, 1))),
    fill: withRow((row) => fillDown(editor, row)),
  };
  bar.addEventListener('click', (event) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-do]')?.dataset.do;
    if (name) actions[name]!();
  });
  for (const one of bar.querySelectorAll<HTMLElement>('[data-tools]')) one.hidden = false;
}

/** Handles a key in the text of a line. Returns false if the key keeps its default action. */
function keyInText(editor: Editor, row: CueRow, { key }: KeyboardEvent): boolean {
  const { selectionStart: from, selectionEnd: to, value } = row.text;
  const previous = from === 0 && to === 0 ? adjacentRow(row, -1) : undefined;
  const next = from === value.length ? adjacentRow(row, 1) : undefined;
  const actions: Record<string, (() => void) | undefined> = {
    Enter: () => splitAt(editor, row, from),
    Backspace: previous && (() => joinWith(editor, previous, row)),
    Delete: next && (() => joinWith(editor, row, next)),
    ArrowUp: previous && (() => focusOn(previous)),
    ArrowDown: next && (() => focusOn(next, 0)),
    Escape: () => row.text.blur(),
  };
  actions[key]?.();
  return actions[key] !== undefined;
}

/** Handles a key outside of text fields. Returns false if the key keeps its default action. */
function keyOutside({ player, list }: Editor, { key }: KeyboardEvent): boolean {
  const go = (step: 1 | -1) => {
    const from = player.current();
    const to = from ? adjacentRow(from, step) : allRows(list)[0];
    if (to) player.playFrom(startSeconds(to));
  };
  if (key === ' ') player.toggle();
  else if (key === 'ArrowLeft') player.skip(-skipSeconds);
  else if (key === 'ArrowRight') player.skip(skipSeconds);
  else if (key === 'ArrowUp') go(-1);
  else if (key === 'ArrowDown') go(1);
  else return false;
  return true;
}

/** Handles a key with Ctrl or Cmd. Returns false if the key keeps its default action. */
function keyWithControl(editor: Editor, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z') moveInHistory(editor, shiftKey ? 'redo' : 'undo');
  else if (letter === 'y') moveInHistory(editor, 'redo');
  else if (letter === 's')
    editor.form.requestSubmit(document.querySelector<HTMLElement>('[form="cues"][value="save"]'));
  else if (letter === 'f') document.querySelector<HTMLElement>('[data-find]')!.focus();
  else if (key === ' ') editor.player.toggle();
  else return false;
  return true;
}

const takesKeys = 'input, textarea, select, button, summary, audio, [contenteditable]';

/** Handles a key. Returns false if the key keeps its default action. */
function handleKey(editor: Editor, event: KeyboardEvent): boolean {
  const target = event.target as Element;
  const isIn = (selector: string) => target.closest(selector) !== null;
  if (event.ctrlKey || event.metaKey) {
    // Other fields have their own undo.
    const isOtherField = isIn('input, textarea') && !rowAt(target);
    return !(isOtherField && /^[zy]$/i.test(event.key)) && keyWithControl(editor, event);
  }
  if (isIn('.cue textarea')) return keyInText(editor, rowAt(target)!, event);
  if (event.key === 'Enter' && target.matches('.cue input')) return true;
  return !isIn(takesKeys) && keyOutside(editor, event);
}

function handleKeys(editor: Editor): void {
  addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey) return;
    if (handleKey(editor, event)) event.preventDefault();
  });
}

function handleClicks({ list, player }: Editor, playsOnClick: HTMLInputElement): void {
  list.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    const row = rowAt(target);
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.closest('.cue-time')) {
      event.preventDefault();
      player.playFrom(startSeconds(row));
    } else if (target === row.text && playsOnClick.checked && row.text.selectionStart === row.text.selectionEnd) {
      player.playFrom(secondsAt(row, row.text.selectionStart));
    }
  });
}

function handleNames({ form, history }: Editor, voices: SpeakerFields): void {
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.name !== 'named') return;
    history.saveState();
    voices.rename(field);
  });
}

const form = document.querySelector<HTMLFormElement>('#cues');
const list = form?.querySelector<HTMLElement>('.cues');
const bar = document.querySelector<HTMLElement>('.cue-bar');
if (form && list && bar) {
  const player = createPlayer(bar.querySelector('audio'), list);
  const voices = createSpeakerFields(form, list);
  const history = createHistory(list, voices);
  let last: CueRow | undefined;
  list.addEventListener('focusin', ({ target }) => (last = rowAt(target)));
  list.addEventListener('beforeinput', ({ target }) => history.saveState(target));
  const row = () => (last?.line.isConnected ? last : player.current());
  const editor: Editor = { form, list, history, player, row };
  connectTools(editor, bar);
  handleKeys(editor);
  handleClicks(editor, bar.querySelector<HTMLInputElement>('[data-hear]')!);
  handleNames(editor, voices);
}
