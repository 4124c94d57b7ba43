// Who gets through with which answers, over many tasks of the example content: honest, lazy and random ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TaskType, taskTypes } from '#contract/schemas/work.ts';
import { answerProblem, type Answers, readSubmission } from './rules/judge.ts';
import { makeTask } from './rules/make.ts';
import { type Piece, terms } from './rules/material.ts';
import { type Random, seeded } from './rules/random.ts';
import type { MadeTask, TaskOf } from './rules/task.ts';
import { exampleMaterial, honestSummaries } from './test-room.ts';

const room = exampleMaterial();
const tasksEach = 400;

const summaryOf = (id: string): string | undefined =>
  Object.entries(honestSummaries).find(([begin]) => id.startsWith(begin))?.[1];
/** Texts that there is a summary of, filed without one. */
const summed: Piece[] = room.pieces.filter(({ id }) => summaryOf(id)).map((piece) => ({ ...piece, summary: '' }));
const materialFor = (type: TaskType) => (type === 'summarize' ? { ...room, pieces: summed } : room);

const submissionOf = ({ type }: MadeTask, answers: Answers): unknown =>
  ({
    label_classify: { label: answers },
    match: { matchId: answers },
    summarize: { summary: answers.summary },
    micro_survey: { answers },
  })[type];

type Worker = (task: MadeTask, random: Random) => Answers;
type Pick = (options: string[], random: Random, at: number) => string;

const optionsOf = (task: TaskOf<'label_classify' | 'match'>): string[] =>
  task.type === 'match' ? task.input.options.map(({ id }) => id) : task.input.options;

const choosing =
  (pick: Pick, summarize: (task: TaskOf<'summarize'>, random: Random) => string, word: Pick): Worker =>
  (task, random) => {
    if (task.type === 'summarize') return { summary: summarize(task, random) };
    if (task.type !== 'micro_survey')
      return Object.fromEntries(task.input.questions.map(({ id }, at) => [id, pick(optionsOf(task), random, at)]));
    const words = terms(task.input.text);
    return Object.fromEntries(
      task.input.questions.map(({ id, options }, at) => [
        id,
        options ? pick(options, random, at) : word(words, random, at),
      ]),
    );
  };

const any: Pick = (options, random) => options[random.below(options.length)]!;
const sentence = (words: string[]): string => {
  const text = words.join(' ').slice(0, 280);
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
};
const everyWord = room.pieces.flatMap(({ text }) => terms(text()));
const first = (text: string): string => `${text.replaceAll('\n', ' ').slice(0, 250)}.`;

/** Knows the answers, and is wrong about one in twenty. */
const honest: Worker = (task, random) => {
  const guess = choosing(any, ({ key }) => summaryOf(key.pieceId)!, any)(task, random);
  if (task.type === 'summarize') return guess;
  const known = Object.entries(task.key.answers).filter(() => random.below(20) > 0 || task.type === 'micro_survey');
  return { ...guess, ...Object.fromEntries(known) };
};

const cheats: Record<string, Worker> = {
  random: choosing(any, (_, random) => sentence(random.sample(everyWord, 35)), any),
  'random words of the text': choosing(any, ({ input }, random) => sentence(random.sample(terms(input.text), 35)), any),
  'one after the other': choosing(
    (options, _, at) => options[at % options.length]!,
    ({ input }) => `${input.title}. ${first(input.text)}`.slice(0, 299),
    (words, _, at) => words[at]!,
  ),
  'always the first': choosing(
    (options) => options[0]!,
    ({ input }) => first(input.text),
    (words) => words[0]!,
  ),
  'always the last': choosing((options) => options.at(-1)!, ({ input }) => sentence(Array(30).fill(terms(input.title)[0]!)), () => 'yes'), // prettier-ignore
};

const tasksOf = (type: TaskType, isLight = false): MadeTask[] =>
  Array.from({ length: tasksEach }, (_, n) => makeTask(materialFor(type), type, { seed: `${n}`, isLight })!);

function passRate(tasks: MadeTask[], worker: Worker): number {
  let passed = 0;
  for (const [n, task] of tasks.entries()) {
    const read = readSubmission(task, submissionOf(task, worker(task, seeded(`answer ${n}`))));
    if ('answers' in read && answerProblem(task, read.answers) === undefined) passed++;
  }
  return passed / tasks.length;
}

const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`;

for (const type of taskTypes) {
  test(`${type}: honest answers pass, lazy and random ones do not`, (t) => {
    const tasks = tasksOf(type);
    const rate = passRate(tasks, honest);
    t.diagnostic(`honest ${percent(rate)}`);
    assert.ok(rate > 0.95, percent(rate));
    for (const [name, worker] of Object.entries(cheats)) {
      const passed = passRate(tasks, worker);
      t.diagnostic(`${name} ${percent(passed)}`);
      assert.ok(passed < 0.01, `${name}: ${percent(passed)}`);
    }
  });
}

for (const type of ['label_classify', 'match'] as const) {
  test(`${type} with few known answers: guessing does not pass them either`, (t) => {
    const tasks = tasksOf(type, true);
    for (const [name, worker] of Object.entries(cheats)) {
      const passed = passRate(tasks, worker);
      t.diagnostic(`${name} ${percent(passed)}`);
      assert.ok(passed < 0.01, `${name}: ${percent(passed)}`);
    }
  });
}

test('a summary of another text, and the one that the creator has, do not pass', (t) => {
  let passed = 0;
  for (const [n, task] of (tasksOf('summarize') as TaskOf<'summarize'>[]).entries()) {
    const own = summaryOf(task.key.pieceId)!;
    const others = Object.values(honestSummaries).filter((summary) => summary !== own);
    if (answerProblem(task, { summary: seeded(`${n}`).sample(others, 1)[0]! }) === undefined) passed++;
    const known = { ...task, key: { ...task.key, summary: own } };
    assert.ok(answerProblem(known, { summary: own }));
  }
  t.diagnostic(`of another text ${percent(passed / tasksEach)}`);
  assert.ok(passed / tasksEach < 0.01);
});

test('the same seed makes the same task, another seed another one', () => {
  for (const type of taskTypes) {
    const make = (seed: string) => JSON.stringify(makeTask(room, type, { seed }));
    assert.equal(make('one'), make('one'));
    assert.notEqual(make('one'), make('two'));
  }
});
