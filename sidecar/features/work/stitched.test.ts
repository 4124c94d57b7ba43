// Tests of programs that stitch a summary from phrases of the text, with their own words in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSummaryProblem } from './rules/judge-summary.ts';
import { makeTask } from './rules/make-task.ts';
import { type Random, createRandom } from './rules/random.ts';
import type { TaskOf } from './rules/task.ts';
import { exampleMaterial } from './test-material.ts';

const room = exampleMaterial();
/** The example content without summaries. */
const material = { ...room, pieces: room.pieces.map((piece) => ({ ...piece, summary: '' })) };
const tasks = Array.from({ length: 150 }, (_, n) => makeTask(material, 'summarize', `${n}`) as TaskOf<'summarize'>);

const links = 'and|while|as|then|which is why|so that|where|because|but|and later|together with|next to'.split('|');
const fillers = ['also', 'indeed', 'and', 'then', 'now', 'often', 'surely', 'here', 'still', 'perhaps'];
const openers = ['The text tells how', 'Here the author explains that', 'This piece is about how'];
const any = (list: string[], random: Random): string => list[random.below(list.length)]!;

type Cheat = (text: string, random: Random) => string;

const longest = 240;
const asSentence = (parts: string[]): string => {
  let text = '';
  for (const part of parts) if (`${text} ${part}`.length < longest) text = `${text} ${part}`.trim();
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
};
const wordsOf = (text: string): string[] =>
  text
    .replace(/[^\p{L}\p{N}’'\s-]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
const phrasesOf = (words: string[], length: number): string[] =>
  words.flatMap((_, at) => (at % length === 0 ? [words.slice(at, at + length).join(' ')] : []));

const joined = (phrases: string[], random: Random): string => {
  const [first, ...others] = random.sample(phrases, phrases.length);
  return asSentence([`${any(openers, random)} ${first}`, ...others.map((phrase) => `${any(links, random)} ${phrase}`)]);
};
const phrases =
  (length: number): Cheat =>
  (text, random) =>
    joined(phrasesOf(wordsOf(text), length), random);
const clauses: Cheat = (text, random) => {
  const whole = text.split(/[,.;:!?—–\n()]+\s*/).map(wordsOf);
  const fitting = whole.filter(({ length }) => length >= 4 && length <= 10);
  const phrasesOfText = fitting.map((words) => words.join(' '));
  return joined(phrasesOfText, random);
};
/** A passage with words inserted at intervals. */
const padded =
  (length: number): Cheat =>
  (text, random) => {
    const words = wordsOf(text);
    const from = random.below(Math.max(1, words.length - 60));
    return asSentence(phrasesOf(words.slice(from), length).map((phrase) => `${phrase} ${any(fillers, random)}`));
  };

const mixed: Cheat = (text, random) => {
  const words = wordsOf(text);
  const cut: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = 2 + random.below(4);
    cut.push(words.slice(at, (at += length)).join(' '));
  }
  return joined(cut, random);
};

/**
 * Programs that stitch summaries. Without the check, each one nearly always passes, except the one with eight words,
 * which passes half of the time.
 */
const cheats: Record<string, [cheat: Cheat, most: number]> = {
  'phrases of two words': [phrases(2), 0.02],
  'phrases of three words': [phrases(3), 0.02],
  'phrases of four words': [phrases(4), 0.02],
  'phrases of six words': [phrases(6), 0.01],
  'phrases of eight words': [phrases(8), 0.01],
  'phrases of two to five words': [mixed, 0.05],
  'whole clauses': [clauses, 0.02],
  'a passage padded after each second word': [padded(2), 0.01],
  'a passage padded after each third word': [padded(3), 0.01],
};

for (const [name, [cheat, most]] of Object.entries(cheats)) {
  test(`stitching attack: ${name} seldom pass`, (t) => {
    const passed = tasks.filter((task, n) => {
      const summary = cheat(task.input.text, createRandom(`cheat ${n}`));
      return findSummaryProblem(task, { summary }) === undefined;
    });
    const rate = passed.length / tasks.length;
    t.diagnostic(`${(rate * 100).toFixed(1)} %`);
    assert.ok(rate <= most, `${rate}`);
  });
}
