// micro_survey: questions about an item. Two of them have known answers, which show that the text was read.
import { shorten } from '#domain/room.ts';
import { summaryAndText, type WorkPiece, toTerms } from './material.ts';
import type { Random } from './random.ts';
import { maxDrawnPieces, type TaskMaker } from './task.ts';

const minWords = 20;
const maxTextCharacters = 700;
/** Number of words that a question quotes before the requested one. */
const quotedWords = 3;
const checkIds = ['next1', 'next2'];

export const noThemeOption = 'none of these';
const uses = ['quote it', 'invite the creator', 'background research', 'recommend it', 'nothing'];

const pieceText = (piece: WorkPiece): string => shorten(summaryAndText(piece), maxTextCharacters);

interface Check {
  before: string;
  next: string;
}

/** Finds runs of words that occur once in the text, with the word after each. */
function findChecks(text: string): Check[] {
  const words = text.split(/\s+/);
  const plain = words.map((word) => toTerms(word));
  const runs = words.slice(quotedWords).map((_, at) => ({
    run: plain.slice(at, at + quotedWords).join(' '),
    before: words.slice(at, at + quotedWords).join(' '),
    next: plain[at + quotedWords]!.join(' '),
    isPlain: plain.slice(at, at + quotedWords + 1).every(({ length }) => length === 1),
  }));
  const counts = new Map<string, number>();
  for (const { run } of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return runs.filter(({ run, isPlain }) => isPlain && counts.get(run) === 1);
}

function drawPiece(
  pieces: WorkPiece[],
  random: Random,
): { piece: WorkPiece; text: string; checks: Check[] } | undefined {
  for (const piece of random.sample(pieces, maxDrawnPieces)) {
    const text = pieceText(piece);
    const checks = findChecks(text);
    if (toTerms(text).length < minWords || checks.length < minWords / 2) continue;
    const [first, second] = random.sample(checks, checkIds.length);
    if (first!.next !== second!.next) return { piece, text, checks: [first!, second!] };
  }
  return undefined;
}

export const makeSurvey: TaskMaker = ({ material: { pieces, themes }, random }) => {
  const drawn = drawPiece(pieces, random);
  if (!drawn) return undefined;
  const { piece, text, checks } = drawn;
  const checkQuestions = checks.map(({ before }, at) => ({
    id: checkIds[at]!,
    question: `Which word of the text comes right after “${before}”?`,
    maxCharacters: 60,
  }));
  const themeQuestion = {
    id: 'theme',
    question: 'Which theme is the text about?',
    options: [...themes.map(({ label }) => label), noThemeOption],
  };
  return {
    type: 'micro_survey',
    proves: false,
    pieceIds: [piece.id],
    description: 'Read the text and answer each question. Submission: {"answers": {"use": ANSWER, …}}, one for each.',
    input: {
      title: piece.title,
      text,
      questions: [
        checkQuestions[0]!,
        ...(themes.length > 0 ? [themeQuestion] : []),
        { id: 'use', question: 'What would you use it for?', options: uses },
        checkQuestions[1]!,
        { id: 'ask', question: 'What would you ask its creator about it?', maxCharacters: 300 },
      ],
    },
    key: {
      pieceId: piece.id,
      answers: Object.fromEntries(checks.map(({ next }, at) => [checkIds[at]!, next])),
      needed: checkIds.length,
      open: Object.fromEntries(['theme', 'use', 'ask'].map((id) => [id, piece.id])),
    },
  };
};
