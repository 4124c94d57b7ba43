// Questions as people ask them, put to a room and judged by what its content says.
//
// A room's questions are a JSON file: an array of objects with
//   ask      the question
//   expect   what a right answer has; all of the given members must hold:
//     contains   texts of which one is in the sentence or in one of the first three results
//     items      parts of titles or ids; one of the first three results, or the sentence, names one of them
//     count      a number that the sentence states
//   notHere  true if the room has no answer; expect.contains then has texts that say so in another way
//   never    texts that make an answer wrong if the sentence or the title of one of the first three results has them
import type { Json } from './json.ts';

interface Expectation {
  contains?: string[];
  items?: string[];
  count?: number;
}

export interface Question {
  ask: string;
  expect?: Expectation;
  notHere?: true;
  never?: string[];
}

export type Verdict = 'right' | 'missed' | 'wrong' | 'not here';

export interface Judged {
  question: Question;
  verdict: Verdict;
  /** The sentence of the answer, or the message of a failure. */
  sentence: string;
  titles: string[];
}

/** Sentences that say that the question is not answered, whatever passages follow. */
const denials = [
  /\bnothing\b.*\bhere\b|\bhas nothing on\b|\bno passage\b|\bnot understood\b|\bcannot be answered\b|\bnot published\b|\bdo(?:es)? not (?:say|answer|mention)\b/i,
  /\bnichts\b|\bkeine? (?:Antwort|Stelle|Textstelle|Angabe)|\bnicht (?:verstanden|beantwort|veröffentlicht)/i,
  /見つかりません|見当たりません|ありません|答えられません|理解できません|わかりません|公開されていません/,
  /\bno hay nada\b|\bno (?:se menciona|dice|responde)|\bno se ha entendido\b/i,
  /\brien\b|\bn[’']a pas été comprise?\b|\bne (?:dit|répond|mentionne)/i,
  /\bnulla\b|\bnon è stata compresa\b|\bnão (?:há nada|foi compreendid)|\bnada aqui\b/i,
  /لا يوجد|لا شيء|لم يُفهم|لا يذكر/,
];

/** Sentences that only list passages with the words of the question. They are no answer to "who", "when" or "how". */
const lists = /^\d+ (?:of|von|de|sur) \D{0,20}\d+ |^\d+件/;

/** Lower case without accents, typographic quotes and separators of thousands. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/(?<=\d)[.,\s'](?=\d{3}(?!\d))/g, '');

/** Looks for a part in a text. Digits are compared whole: 20 is not in 2026. */
const has = (text: string, part: string): boolean =>
  new RegExp(`(?<!\\d)${fold(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`).test(fold(text));

const hasOne = (texts: string[], parts: string[]): boolean =>
  parts.some((part) => texts.some((text) => has(text, part)));

/** All texts of a result but its addresses, and the creator as speaker, whom almost every result names. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const fields: Json = { ...value };
  if (fields.speakerIsCreator) delete fields.speaker;
  return Object.values(fields).flatMap(textsOf);
}

/** Numbers of a sentence that are not part of a title or a quoted word. */
const numbersIn = (sentence: string): number[] =>
  [...fold(sentence.replace(/[“„«「"][^”“»」"]*[”“»」"]/g, '')).matchAll(/\d+/g)].map(([digits]) => Number(digits));

interface Answer {
  sentence: string;
  results: Json[];
  titles: string[];
  isDenial: boolean;
  type: 'answer' | 'elicitation' | 'failure';
}

function readAnswer({ results: all = [], error, elicitation, _meta }: Json): Answer {
  const [first, ...others] = all as Json[];
  const summary = first?.['@type'] === 'SearchSummary' ? first : undefined;
  const results = (summary ? others : (all as Json[])).slice(0, 3);
  const sentence: string = [summary, error && { text: error.message }, elicitation].find(Boolean)?.text ?? '';
  const type: Answer['type'] = _meta.response_type;
  const isDenial = type === 'failure' || denials.some((denial) => denial.test(sentence));
  return { sentence, results, titles: results.map(({ name }) => String(name ?? '')), isDenial, type };
}

/** Compares an answer with what a right one has. */
function isExpected({ sentence, results, titles, isDenial, type }: Answer, expect: Expectation): boolean {
  const { contains, items, count } = expect;
  const ids = results.map(({ identifier }) => String(identifier ?? ''));
  return (
    type !== 'failure' &&
    (!contains || hasOne([sentence, ...textsOf(results)], contains)) &&
    (!items || hasOne([sentence, ...titles, ...ids], items)) &&
    (count === undefined || (!isDenial && numbersIn(sentence).includes(count)))
  );
}

const decideNotHere = ({ sentence, isDenial }: Answer, denials: string[] = []): Verdict =>
  isDenial || hasOne([sentence], denials) ? 'not here' : 'wrong';

/** Returns true for answers that claim nothing. */
const claimsNothing = ({ sentence, isDenial, type }: Answer, isListClaim: boolean): boolean =>
  isDenial || type === 'elicitation' || (lists.test(sentence) && !isListClaim);

function decide(question: Question, answer: Answer): Verdict {
  const { sentence, titles } = answer;
  const { expect = {}, never = [], notHere } = question;
  if (notHere) return decideNotHere(answer, expect.contains);
  const isForbidden = hasOne([sentence, ...titles], never);
  if (isExpected(answer, expect) && !isForbidden) return 'right';
  return claimsNothing(answer, isForbidden || expect.count !== undefined) ? 'missed' : 'wrong';
}

export function judge(question: Question, response: Json): Judged {
  const answer = readAnswer(response);
  return { question, sentence: answer.sentence, titles: answer.titles, verdict: decide(question, answer) };
}

export interface Rates {
  /** Share of all questions. */
  wrong: number;
  /** Share of the questions that the room can answer. */
  right: number;
  /** Share of the questions that the room cannot answer. */
  notHere: number;
}

export function ratesOf(judged: Judged[]): Rates {
  const share = (part: Judged[], whole: Judged[]) => (whole.length === 0 ? 1 : part.length / whole.length);
  const withVerdict = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict);
  const unanswerable = judged.filter(({ question }) => question.notHere);
  return {
    wrong: share(withVerdict('wrong'), judged),
    right: share(
      withVerdict('right'),
      judged.filter(({ question }) => !question.notHere),
    ),
    notHere: share(withVerdict('not here'), unanswerable),
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`.padStart(8);

/** A table of the rates, and each wrong answer in full. `showMissed` adds the questions without an answer. */
export function reportOf(rooms: Record<string, Judged[]>, showMissed = false): string {
  const header = `${'room'.padEnd(16)}questions   right  missed   wrong  not here`;
  const rows = Object.entries(rooms).map(([room, judged]) => {
    const { right, wrong, notHere } = ratesOf(judged);
    const missed = judged.filter(({ verdict }) => verdict === 'missed').length;
    return `${room.padEnd(16)}${String(judged.length).padStart(9)}${percent(right)}${String(missed).padStart(8)}${percent(wrong)}${percent(notHere).padStart(10)}`;
  });
  const details = Object.entries(rooms).flatMap(([room, judged]) =>
    judged
      .filter(({ verdict }) => verdict === 'wrong' || (showMissed && verdict === 'missed'))
      .map(({ question: { ask, ...expected }, verdict, sentence, titles }) =>
        [`${verdict} in ${room}: ${ask}`, `  expected ${JSON.stringify(expected)}`, `  answer   ${sentence}`]
          .concat(titles.map((title) => `           · ${title}`))
          .join('\n'),
      ),
  );
  return [header, ...rows, ...details].join('\n');
}

/** Puts each question to the room, in the default mode. */
export async function askAll(baseUrl: string, questions: Question[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const question of questions) {
    const response = await fetch(`${baseUrl}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: { text: question.ask } }),
    });
    judged.push(judge(question, (await response.json()) as Json));
  }
  return judged;
}
