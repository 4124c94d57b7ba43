// An honest worker: does the tasks of a room with what the room itself lets it find out.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelInput, MatchInput, SurveyInput, WorkTask } from '#contract/schemas/work.ts';
import { postJson, type Room } from './room.ts';

type Task = Pick<WorkTask, 'type' | 'input'>;

/** Titles and keywords, as the creator filed them. */
async function filed({ content }: Pick<Room, 'content'>): Promise<{ title: string; keywords: string[] }[]> {
  const folder = join(content, 'published');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => ({
    title: /^title: ['"]?(.*?)['"]?$/m.exec(text)![1]!.replaceAll("''", "'"),
    keywords: [...(/^keywords:\n((?: {2}- .*\n)*)/m.exec(text)?.[1] ?? '').matchAll(/- (.*)/g)].map(
      ([, word]) => word!,
    ),
  }));
}

async function label(room: Room, { questions, options }: LabelInput): Promise<Record<string, string>> {
  const all = await filed(room);
  const answers = questions.map(({ id, text }) => {
    const own = all.filter(({ title }) => text.startsWith(`${title}. `)).flatMap(({ keywords }) => keywords);
    return [id, options.find((option) => own.includes(option)) ?? options.at(-1)!];
  });
  return Object.fromEntries(answers) as Record<string, string>;
}

async function match(room: Room, { questions, options }: MatchInput): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { id, text } of questions) {
    const quote = text.replace(/…$/, '');
    const found = (await (await postJson(room, '/api/agent/verify-quote', { quote })).json()) as {
      matches: { itemId: string }[];
    };
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
export async function solve(room: Room | Omit<Room, 'remove'>, { type, input }: Task): Promise<object | undefined> {
  if (type === 'label_classify') return { label: await label(room as Room, input as LabelInput) };
  if (type === 'match') return { matchId: await match(room as Room, input as MatchInput) };
  if (type === 'micro_survey') return { answers: survey(input as SurveyInput) };
  return undefined;
}
