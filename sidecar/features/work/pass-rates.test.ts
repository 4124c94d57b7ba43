// Tests of pass rates over many tasks of the example content: honest workers pass, programs that understand nothing do
// not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TaskType, taskTypes } from '#contract/schemas/work.ts';
import { findAnswerProblem, type TaskAnswers, readSubmission } from './rules/judge.ts';
import { makeOfferedTask, makeTask } from './rules/make-task.ts';
import { type WorkPiece, splitSentences, toTerms } from './rules/material.ts';
import { type Random, createRandom } from './rules/random.ts';
import type { MadeTask, TaskOf } from './rules/task.ts';
import { exampleMaterial, honestSummaries } from './test-material.ts';

const room = exampleMaterial();
/** `npm run soak` makes more of them. */
const tasksEach = process.env.SOAK === 'long' ? 400 : 100;

const summaryOf = (id: string): string | undefined =>
  Object.entries(honestSummaries).find(([begin]) => id.startsWith(begin))?.[1];
/** Items for which there is an honest summary, without their own summaries. */
const summed: WorkPiece[] = room.pieces.filter(({ id }) => summaryOf(id)).map((piece) => ({ ...piece, summary: '' }));
/** Returns material in which texts have a price if the task is about gaps, and are free otherwise. */
const materialFor = (type: TaskType) =>
  type === 'summarize' ? { ...room, pieces: summed } : { ...room, priced: room.pieces };

const submissionOf = ({ type }: MadeTask, answers: TaskAnswers): unknown =>
  ({
    label_classify: { label: answers },
    match: { matchId: answers },
    summarize: { summary: answers.summary },
    micro_survey: { answers },
  })[type];

type Worker = (task: MadeTask, random: Random) => TaskAnswers;
type Pick = (options: string[], random: Random, at: number) => string;

const optionsOf = (task: TaskOf<'label_classify' | 'match'>): string[] =>
  task.type === 'match' ? task.input.options.map(({ id }) => id) : task.input.options;

const choosing =
  (pick: Pick, summarize: (task: TaskOf<'summarize'>, random: Random) => string, word: Pick): Worker =>
  (task, random) => {
    if (task.type === 'summarize') return { summary: summarize(task, random) };
    if (task.type !== 'micro_survey')
      return Object.fromEntries(task.input.questions.map(({ id }, at) => [id, pick(optionsOf(task), random, at)]));
    const words = toTerms(task.input.text);
    return Object.fromEntries(
      task.input.questions.map(({ id, options }, at) => [
        id,
        options ? pick(options, random, at) : word(words, random, at),
      ]),
    );
  };

/** Task types whose answers cannot be looked up in the room. */
const unanswered: TaskType[] = ['match', 'summarize'];

const any: Pick = (options, random) => options[random.below(options.length)]!;
const sentence = (words: string[]): string => {
  const text = words.join(' ').slice(0, 280);
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
};
const everyWord = room.pieces.flatMap(({ text }) => toTerms(text()));
const first = (text: string): string => `${text.replaceAll('\n', ' ').slice(0, 250)}.`;

/** A worker that knows the answers, with one mistake in twenty. */
const honest: Worker = (task, random) => {
  const guess = choosing(any, ({ key }) => summaryOf(key.pieceId)!, any)(task, random);
  if (task.type === 'summarize') return guess;
  const known = Object.entries(task.key.answers).filter(() => task.type !== 'match' || random.below(20) > 0);
  return { ...guess, ...Object.fromEntries(known) };
};

const cheats: Record<string, Worker> = {
  random: choosing(any, (_, random) => sentence(random.sample(everyWord, 35)), any),
  'random words of the text': choosing(
    any,
    ({ input }, random) => sentence(random.sample(toTerms(input.text), 35)),
    any,
  ),
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
  'always the last': choosing(
    (options) => options.at(-1)!,
    ({ input }) => sentence(Array(30).fill(toTerms(input.title)[0]!)),
    () => 'yes',
  ),
};

const tasksOf = (type: TaskType): MadeTask[] =>
  Array.from({ length: tasksEach }, (_, n) => makeTask(materialFor(type), type, `${n}`)!);

function passRate(tasks: MadeTask[], worker: Worker): number {
  let passed = 0;
  for (const [n, task] of tasks.entries()) {
    const read = readSubmission(task, submissionOf(task, worker(task, createRandom(`answer ${n}`))));
    if ('answers' in read && findAnswerProblem(task, read.answers) === undefined) passed++;
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

/** Free words about each item: title, summary and keywords, but no text that has a price. */
const freeWords = room.pieces.map(({ title, summary, labels }) => toTerms([title, summary, ...labels].join(' ')));

/** A worker that scores each option by its neighbours in free texts. */
const byNeighbours: Worker = (task, random) => {
  if (task.type !== 'match') return {};
  const answers = task.input.questions.map(({ id, text }) => {
    const near = new Set(toTerms(text));
    const scores = task.input.options.map((option) => {
      const beside = freeWords.filter((words) => words.includes(option.title));
      return [option.id, beside.flat().filter((word) => near.has(word)).length + random.below(100) / 1000] as const;
    });
    return [id, scores.sort((a, b) => b[1] - a[1])[0]![0]];
  });
  return Object.fromEntries(answers) as TaskAnswers;
};

/** A worker that copies the published summary, or the beginning of the text. */
const copying: Worker = (task): TaskAnswers => {
  if (task.type === 'summarize') return { summary: task.key.summary || first(task.input.text) };
  return Object.fromEntries(task.input.questions.map(({ id }) => [id, 'w1']));
};

/** A worker that interleaves the words of sentences: all words are from the source, but not their order. */
const interleaving: Worker = (task): TaskAnswers => {
  if (task.type !== 'summarize') return {};
  const [one = [], other = []] = task.input.text.split(/[.!?]\s/).map((part) => part.split(/\s+/));
  return { summary: sentence(one.flatMap((word, at) => [word, other[at] ?? ''])) };
};

const attackers: [name: string, worker: Worker, types: TaskType[]][] = [
  ['look-up: neighbours in what is free', byNeighbours, ['match']],
  ['copy', copying, unanswered],
  ['interleaved sentences', interleaving, ['summarize']],
];
for (const [name, worker, types] of attackers) {
  test(`attacker “${name}” gets nothing at the price of one article`, (t) => {
    for (const type of types) {
      const rate = passRate(tasksOf(type), worker);
      t.diagnostic(`${type} ${percent(rate)}`);
      assert.ok(rate < 0.02, `${type}: ${percent(rate)}`);
    }
  });
}

test('only gap tasks prove understanding: the others wait for the creator or a worker with a good record', () => {
  for (const type of taskTypes) assert.equal(makeTask(materialFor(type), type, 'any')!.proves, type === 'match', type);
});

test('phrase attack: offers are gap tasks, and summaries only if no text has a price', () => {
  for (let n = 0; n < 100; n++) {
    assert.equal(makeOfferedTask({ ...room, priced: room.pieces }, `${n}`)!.type, 'match');
    assert.equal(makeOfferedTask(room, `${n}`)!.type, 'summarize');
  }
});

test('at most an eighth of the sentences of a paid text is ever shown, always with the same gap', () => {
  const shown = new Map<string, Set<string>>();
  for (const task of tasksOf('match') as TaskOf<'match'>[]) {
    for (const { id, text } of task.input.questions) {
      const word = task.input.options.find((option) => option.id === task.key.answers[id])!.title;
      shown.set(text, (shown.get(text) ?? new Set<string>()).add(word));
    }
  }
  const all = room.pieces.flatMap(({ text }) => splitSentences(text())).length;
  assert.ok(shown.size <= all / 6, `${shown.size} of ${all}`);
  assert.ok([...shown.values()].every(({ size }) => size === 1));
});

test('task texts contain no repeated titles or sentence ends', () => {
  const pieces = room.pieces.map((piece) => ({
    ...piece,
    title: `Why is ${piece.title} so?`,
    summary: `Why is ${piece.title} so? ${piece.text().slice(0, 80)}`,
  }));
  for (const type of taskTypes) {
    for (let n = 0; n < 40; n++) {
      const task = makeTask({ ...room, pieces, priced: room.pieces }, type, `${n}`)!;
      const text = JSON.stringify({ ...task.input, title: undefined });
      assert.doesNotMatch(text, /\?\.(?!\.)/, type);
      assert.doesNotMatch(text, /(Why is [^?]*\?) \1/, type);
    }
  }
});

test('a summary of another text and the published summary do not pass', (t) => {
  let passed = 0;
  for (const [n, task] of (tasksOf('summarize') as TaskOf<'summarize'>[]).entries()) {
    const own = summaryOf(task.key.pieceId)!;
    const others = Object.values(honestSummaries).filter((summary) => summary !== own);
    if (findAnswerProblem(task, { summary: createRandom(`${n}`).sample(others, 1)[0]! }) === undefined) passed++;
    const known = { ...task, key: { ...task.key, summary: own } };
    assert.ok(findAnswerProblem(known, { summary: own }));
  }
  t.diagnostic(`of another text ${percent(passed / tasksEach)}`);
  assert.ok(passed / tasksEach < 0.01);
});

test('the same seed makes the same task, and another seed makes another one', () => {
  for (const type of taskTypes) {
    const make = (seed: string) => JSON.stringify(makeTask(materialFor(type), type, seed));
    assert.equal(make('one'), make('one'));
    assert.notEqual(make('one'), make('two'));
  }
});
