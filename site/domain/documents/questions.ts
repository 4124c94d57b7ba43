// Chooses what to ask a creator, out of what was said in the items for a show: each question quotes its evidence.
import type { BriefingPack } from '#contract/schemas/press.ts';
import { sha256 } from '../ids.ts';
import { type MessageKey, type Translate } from '../messages/messages.ts';
import { stemmerFor } from '../search/stems.ts';
import { isStopWord } from '../search/stop-words.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { shortClock } from '../transcripts/clock.ts';
import type { Statement, StatementKind } from './statements.ts';

export interface Show {
  /** Topic, name, address and audience of the show, as far as they are known. */
  words: string;
  language: string;
}

type Question = BriefingPack['interviewQuestions'][number];

const maxQuestions = 8;
const maxOfItem = 2;
/** Maximum number of items with the same sentence. One in more items is a standing phrase, such as a greeting. */
const maxRepetitions = 2;
/** Least number of words that two sentences about the same thing share, and most sentences that are compared. */
const sharedWords = 3;
const maxCompared = 200;

/** Maximum number of questions about statements of each kind, in the order of the questions. */
const maxOfKind: Record<StatementKind, number> = { changed: 3, guest: 3, claim: 3, number: 2 };
const kinds = Object.keys(maxOfKind) as StatementKind[];

export function contentStems(text: string, language: string): Set<string> {
  const stem = stemmerFor(language);
  const words = splitWords(text).map(foldWord);
  return new Set(words.filter((word) => word.length > 2 && !/^\d/.test(word) && !isStopWord(word, language)).map(stem));
}

/**
 * Orders statements for a show: those with its words first, then in an order that differs between shows but is always
 * the same for one show. Each sentence occurs once, and standing phrases are left out.
 */
export function rankStatements(statements: Statement[], { words, language }: Show): Statement[] {
  const showStems = contentStems(words, language);
  const rankedStatements = statements.map((statement) => ({
    statement,
    matchCount: [...contentStems(statement.text, language)].filter((stem) => showStems.has(stem)).length,
    order: sha256(`${words}\n${statement.text}`),
  }));
  rankedStatements.sort((a, b) => b.matchCount - a.matchCount || (a.order < b.order ? -1 : 1));
  const byText = Map.groupBy(rankedStatements, ({ statement }) => statement.text);
  return [...byText.values()].flatMap((same) => {
    const itemIds = new Set(same.map(({ statement }) => statement.itemId));
    return itemIds.size > maxRepetitions ? [] : [same[0]!.statement];
  });
}

/** Selects the best statements of each kind, few of them from one item. */
function selectStatements(ranked: Statement[]): Statement[] {
  const countByItem = new Map<string, number>();
  return kinds.flatMap((kind) => {
    const selected: Statement[] = [];
    for (const statement of ranked) {
      const count = countByItem.get(statement.itemId) ?? 0;
      if (statement.kind !== kind || count >= maxOfItem || selected.length >= maxOfKind[kind]) continue;
      selected.push(statement);
      countByItem.set(statement.itemId, count + 1);
    }
    return selected;
  });
}

const numbersIn = (text: string): string => (text.match(/\d[\d.,]*/g) ?? []).join(' ');

/** Finds two sentences of the creator in different items that say the same with different numbers; the older first. */
export function findChange(statements: Statement[], language: string): [Statement, Statement] | undefined {
  const stated = statements
    .filter(({ speakerIsCreator, text }) => speakerIsCreator && /\d/.test(text))
    .slice(0, maxCompared)
    .map((statement) => ({ statement, stems: contentStems(statement.text, language) }));
  for (const [at, one] of stated.entries())
    for (const other of stated.slice(at + 1)) {
      const sharedStems = [...one.stems].filter((stem) => other.stems.has(stem)).length;
      const isSameSubject = sharedStems >= sharedWords && sharedStems * 2 >= Math.min(one.stems.size, other.stems.size);
      const hasChanged = numbersIn(one.statement.text) !== numbersIn(other.statement.text);
      if (!isSameSubject || !hasChanged || one.statement.date === other.statement.date) continue;
      const isOneFirst = one.statement.date < other.statement.date;
      return isOneFirst ? [one.statement, other.statement] : [other.statement, one.statement];
    }
  return undefined;
}

/** Returns the title of the item, with the time in its recording. */
export const statementPlace = ({ title, startSeconds }: Statement, t: Translate): string =>
  startSeconds === undefined
    ? t('prep.quoted', { word: title })
    : t('prep.at', { title, time: shortClock(startSeconds) });

const messageKeys: Record<StatementKind, MessageKey> = {
  changed: 'prep.ask.changed',
  guest: 'prep.ask.guest',
  claim: 'prep.ask.claim',
  number: 'prep.ask.number',
};

const evidence = ({ text, speaker, startSeconds, url }: Statement): Question['evidence'] => ({
  text,
  speaker,
  ...(startSeconds !== undefined && { startSeconds }),
  ...(url && { url }),
});

const statementQuestion = (statement: Statement, t: Translate): Question => ({
  question: t(messageKeys[statement.kind], {
    place: statementPlace(statement, t),
    text: statement.text,
    speaker: statement.speaker ?? '',
  }),
  dotId: statement.itemId,
  evidence: evidence(statement),
});

function changeQuestion([before, after]: [Statement, Statement], t: Translate): Question {
  const values = { before: before.text, beforePlace: statementPlace(before, t) };
  const question = t('prep.ask.between', { ...values, after: after.text, afterPlace: statementPlace(after, t) });
  return { question, dotId: after.itemId, evidence: evidence(after) };
}

/** Returns questions about ranked statements; fewer if the texts give less. */
export function evidenceQuestions(ranked: Statement[], language: string, t: Translate): Question[] {
  const change = findChange(ranked, language);
  const others = selectStatements(ranked.filter((statement) => !change?.includes(statement)));
  const questions = others.map((statement) => statementQuestion(statement, t));
  return [...(change ? [changeQuestion(change, t)] : []), ...questions].slice(0, maxQuestions);
}
