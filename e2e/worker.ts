// An honest worker: does the tasks of a room with what the room itself lets it find out.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Claimed, LabelInput, MatchInput, PoolTasks, SurveyInput, WorkTask } from '#contract/schemas/work.ts';
import { postJson, type Room } from './room.ts';
import { until } from './until.ts';

type Served = Pick<Room, 'baseUrl' | 'content'>;
type Task = Pick<WorkTask, 'type' | 'input'>;

/** Titles and keywords, as the creator filed them. */
async function filed({ content }: Served): Promise<{ title: string; keywords: string[] }[]> {
  const folder = join(content, 'published');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => ({
    title: /^title: ['"]?(.*?)['"]?$/m.exec(text)![1]!.replaceAll("''", "'"),
    keywords: [...(/^keywords:\n((?: {2}- .*\n)*)/m.exec(text)?.[1] ?? '').matchAll(/- (.*)/g)].map(
      ([, word]) => word!,
    ),
  }));
}

async function label(room: Served, { questions, options }: LabelInput): Promise<Record<string, string>> {
  const all = await filed(room);
  const answers = questions.map(({ id, text }) => {
    const own = all.filter(({ title }) => text.startsWith(`${title}. `)).flatMap(({ keywords }) => keywords);
    return [id, options.find((option) => own.includes(option)) ?? options.at(-1)!];
  });
  return Object.fromEntries(answers) as Record<string, string>;
}

async function match(room: Served, { questions, options }: MatchInput): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { id, text } of questions) {
    const quote = text.replace(/…$/, '');
    const answer = await postJson(room, '/api/agent/verify-quote', { text: quote });
    assert.equal(answer.status, 200, await answer.clone().text());
    const found = (await answer.json()) as { matches: { itemId: string }[] };
    const piece = options.find((option) => found.matches.some(({ itemId }) => itemId === option.id));
    answers[id] = (piece ?? options[0]!).id;
  }
  return answers;
}

function survey({ text, questions }: SurveyInput): Record<string, string> {
  const answers = questions.map(({ id, question, options }) => {
    if (options) return [id, options[0]!];
    const before = /“(.+)”/.exec(question)?.[1];
    return [id, before ? text.split(`${before} `)[1]!.split(/\s/)[0]! : 'What surprised you most?'];
  });
  return Object.fromEntries(answers) as Record<string, string>;
}

/** Undefined where it takes a writer. */
export async function solve(room: Served, { type, input }: Task): Promise<object | undefined> {
  if (type === 'label_classify') return { label: await label(room, input as LabelInput) };
  if (type === 'match') return { matchId: await match(room, input as MatchInput) };
  if (type === 'micro_survey') return { answers: survey(input as SurveyInput) };
  return undefined;
}

/** Enough for a task. */
export const longText =
  'Where the river meets the sea the water stands still twice a day, and whoever wants to cross without wet feet learns ' +
  'to wait for that quarter of an hour, with a watch in one hand and both shoes in the other.';

/** The header of a request that comes from there. */
export const at = (address: string) => ({ 'x-forwarded-for': address });

/** What is sent to hand in an offer, done by a worker at this address. */
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
    if (response.ok) [first] = ((await response.json()) as PoolTasks).tasks;
    return first !== undefined;
  }, 'the pool is filled');
  return first!;
}

export const freeTask = async (room: Served, address: string): Promise<{ taskId: string; workerId: string }> => ({
  taskId: (await firstTask(room, address)).taskId,
  workerId: 'worker',
});

/** What is sent to hand in a task of the pool, claimed and done by a worker at this address. */
export async function claimedWork(room: Served, address: string): Promise<object> {
  const task = await firstTask(room, address);
  const { taskId } = task;
  const claim = await postJson(room, '/api/tasks/claim', { taskId, workerId: 'worker' }, at(address));
  const { claimToken } = (await claim.json()) as Claimed;
  return { taskId, claimToken, submission: await solve(room, task) };
}
