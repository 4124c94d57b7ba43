// Interactive review: shows each waiting item, and the creator approves, rejects, edits or skips it.
import { showControls } from '#domain/text/invisible.ts';
import { approve, type ConflictChoice, resolveConflicts, edit, reject } from '../../sidecar/content/review.ts';
import { type ReviewDesk, readItem } from '../../sidecar/content/review-desk.ts';
import { type WaitingItem, withPublished } from '../../sidecar/content/waiting-items.ts';
import { type Terminal } from '../terminal.ts';
import { editItemInEditor, type EditText } from './editor.ts';
import { cardLines } from './listing.ts';
import { type AnyOutcome, describeOutcome } from './outcomes.ts';

const question = 'a approve, r reject, e edit, s skip, ? show the text, q quit > ';

export interface ReviewRound {
  desk: ReviewDesk;
  terminal: Terminal;
  editText: EditText;
}

/** Asks about the items one by one until the creator quits. */
export async function reviewOneByOne(round: ReviewRound, items: WaitingItem[]): Promise<void> {
  const tally = { approved: 0, rejected: 0 };
  for (const [at, waiting] of items.entries()) {
    for (const line of cardLines(waiting)) round.terminal.say(line);
    const answer = await askAboutItem(round, waiting, `[${at + 1}/${items.length}] ${question}`);
    if (answer === 'quit') break;
    if (answer !== 'skipped') tally[answer]++;
  }
  round.terminal.say(`${tally.approved} approved, ${tally.rejected} rejected.`);
}

type ItemDecision = 'approved' | 'rejected' | 'skipped' | 'quit';

async function askAboutItem(round: ReviewRound, first: WaitingItem, prompt: string): Promise<ItemDecision> {
  const { desk, terminal } = round;
  for (let waiting = first; ;) {
    const key = (await terminal.ask(prompt))?.toLowerCase();
    if (key === undefined || key === 'q') return 'quit';
    if (key === 's') return 'skipped';
    if (key === '?') terminal.say(`\n${showControls(waiting.body)}\n`);
    else if (key === 'e') waiting = await editWaiting(round, waiting);
    else if (key === 'a') return approveWaiting(round, waiting);
    else if (key === 'r') return reportDecision(round, waiting, await reject(desk, waiting.item.id, waiting.revision));
    else terminal.say('Enter a, r, e, s, ? or q.');
  }
}

/** Approves an item after its conflicts are resolved; skips it if the creator does not choose. */
async function approveWaiting(round: ReviewRound, waiting: WaitingItem): Promise<ItemDecision> {
  const resolved = waiting.conflicts.length > 0 ? await askConflictChoices(round, waiting) : waiting;
  if (!resolved) return 'skipped';
  return reportDecision(round, resolved, await approve(round.desk, resolved.item.id, resolved.revision));
}

function reportDecision({ terminal }: ReviewRound, { item }: WaitingItem, result: AnyOutcome): ItemDecision {
  if (result.outcome === 'approved' || result.outcome === 'rejected') return result.outcome;
  terminal.say(describeOutcome(item.id, result));
  return 'skipped';
}

/**
 * Asks for a choice about each conflict. Returns the item after the choices, or undefined if the creator does not
 * choose.
 */
async function askConflictChoices(
  { desk, terminal }: ReviewRound,
  waiting: WaitingItem,
): Promise<WaitingItem | undefined> {
  const choices: ConflictChoice[] = [];
  for (const { name } of waiting.conflicts) {
    const key = (
      await terminal.ask(`${name}: m keep mine, t use theirs, anything else skips the item > `)
    )?.toLowerCase();
    if (key !== 'm' && key !== 't') return undefined;
    choices.push({ name, side: key === 'm' ? 'mine' : 'theirs' });
  }
  const result = await resolveConflicts(desk, waiting.item.id, choices, waiting.revision);
  if (result.outcome !== 'chosen') return void terminal.say(describeOutcome(waiting.item.id, result));
  return rereadWaiting(desk, waiting);
}

async function rereadWaiting(desk: ReviewDesk, waiting: WaitingItem): Promise<WaitingItem> {
  const result = await readItem(desk, 'inbox', waiting.item.id);
  return result.outcome === 'found' ? withPublished(desk, result) : waiting;
}

/** Lets the creator edit an item and returns it. Prints the reason if the edit is not accepted. */
async function editWaiting({ desk, terminal, editText }: ReviewRound, waiting: WaitingItem): Promise<WaitingItem> {
  const { id } = waiting.item;
  try {
    const change = await editItemInEditor(waiting.proposed, editText);
    if (!change) terminal.say('Nothing changed.');
    else
      terminal.say(
        describeOutcome(id, await edit(desk, id, change, { folder: 'inbox', seenRevision: waiting.revision })),
      );
  } catch (error) {
    terminal.say(showControls((error as Error).message));
  }
  const edited = await rereadWaiting(desk, waiting);
  if (edited === waiting) return waiting;
  for (const line of cardLines(edited)) terminal.say(line);
  return edited;
}
