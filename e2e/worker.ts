// An honest worker: does the tasks of a room with what the room itself lets it find out.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskClaim, MatchInput, PoolTasks, SummarizeInput, WorkTask } from '#contract/schemas/work.ts';
import { postJson, type Room } from './room.ts';
import { until } from './until.ts';

type Served = Pick<Room, 'baseUrl' | 'content'>;
type Task = Pick<WorkTask, 'type' | 'input'>;

/** Whoever has the texts can fill the gaps. */
async function fill(room: Served, { questions, options }: MatchInput): Promise<Record<string, string>> {
  const folder = join(room.content, 'published');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const plain = (text: string) => text.replace(/[*_`]|\[|\]\([^)]*\)/g, '').replace(/\s+/g, ' ');
  const all = plain(texts.join('\n'));
  const answers: Record<string, string> = {};
  for (const { id, text } of questions) {
    const [before = '', after = ''] = text.split('____').map((part) => part.replace(/\s+/g, ' '));
    const word = options.find(({ title }) => all.includes(before + title + after)) ?? options[0]!;
    answers[id] = word.id;
  }
  return answers;
}

/** Undefined where it takes a writer, or a second worker. */
export async function solve(room: Served, { type, input }: Task): Promise<object | undefined> {
  if (type === 'match') return { matchId: await fill(room, input as MatchInput) };
  const isKnown = type === 'summarize' && (input as SummarizeInput).text.includes(longText.slice(0, 60));
  return isKnown ? { summary: longSummary } : undefined;
}

/** Enough for a task. */
export const longText =
  'Where the river meets the sea the water stands still twice a day, and whoever wants to cross without wet feet learns ' +
  'to wait for that quarter of an hour, with a watch in one hand and both shoes in the other. The ferryman keeps a slate ' +
  'beside his door. On it he writes the minute at which a cork, thrown from the steps, first stays where it fell. In forty ' +
  'years the slate was wrong only once, when a dredger had deepened the channel overnight and the stillness came early. ' +
  'Walkers from the city trust their telephones instead and arrive at the wrong bank. He rows them back for nothing, and ' +
  'shows them the cork. Most of them return the next summer with a cork of their own and ask him to check it.';
/** An honest summary of the text. */
const longSummary =
  'A ferryman at a river mouth finds the short stillness of the water with a cork and notes the minute on a slate, which ' +
  'failed once in forty years after a dredger changed the channel. Walkers who trusted telephones learn his way.';

/** The header of a request that comes from there. */
export const at = (address: string) => ({ 'x-forwarded-for': address });

/** Does an offered task as a worker at this address, and returns the submission. */
export async function offeredWork(room: Served, address: string): Promise<object> {
  const offer = await postJson(room, '/api/agent/work-offer', { resourceId: 'articles' }, at(address));
  const task = (await offer.json()) as WorkTask;
  return { taskId: task.taskId, submission: await solve(room, task) };
}

async function firstTask({ baseUrl }: Served, address: string): Promise<PoolTasks['tasks'][0]> {
  let first: PoolTasks['tasks'][0] | undefined;
  await until(async () => {
    const response = await fetch(`${baseUrl}/api/tasks/available`, { headers: at(address) });
    // Refused where it is asked too often.
    const tasks = response.ok ? ((await response.json()) as PoolTasks).tasks : [];
    first = tasks.find(({ type }) => type === 'match' || type === 'summarize');
    return first !== undefined;
  }, 'the pool is filled');
  return first!;
}

export const freeTask = async (room: Served, address: string): Promise<{ taskId: string; workerId: string }> => ({
  taskId: (await firstTask(room, address)).taskId,
  workerId: 'worker',
});

/** Claims and does a task of the pool as a worker at this address, and returns the submission. */
export async function claimedWork(room: Served, address: string): Promise<object> {
  const task = await firstTask(room, address);
  const { taskId } = task;
  const claim = await postJson(room, '/api/tasks/claim', { taskId, workerId: 'worker' }, at(address));
  const { claimToken } = (await claim.json()) as TaskClaim;
  return { taskId, claimToken, submission: await solve(room, task) };
}
