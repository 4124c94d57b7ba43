// micro_survey: a few questions about a piece that only its readers answer, among them two that show it was read.
import { shorten } from '#domain/room.ts';
import { summaryAndText, type WorkPiece, toTerms } from './material.ts';
import type { Random } from './random.ts';
import { maxDrawnPieces, type TaskMaker } from './task.ts';

const leastWords = 20;
const mostCharacters = 700;
/** Words that are quoted before the one that is asked for. */
const quotedWords = 3;
const checkIds = ['next1', 'next2'];

export const noThemeOption = 'none of these';
const uses = ['quote it', 'invite the creator', 'background research', 'recommend it', 'nothing'];

const pieceText = (piece: WorkPiece): string => shorten(summaryAndText(piece), mostCharacters);

interface Check {
  before: string;
  next: string;
}

/** Runs of words that stand in the text once, and the word after each. */
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
): { piece: WorkPiece; text: string; found: Check[] } | undefined {
  for (const piece of random.sample(pieces, maxDrawnPieces)) {
    const text = pieceText(piece);
    const found = findChecks(text);
    if (toTerms(text).length < leastWords || found.length < leastWords / 2) continue;
    const [first, second] = random.sample(found, checkIds.length);
    if (first!.next !== second!.next) return { piece, text, found: [first!, second!] };
  }
  return undefined;
}

export const makeSurvey: TaskMaker = ({ material: { pieces, themes }, random }) => {
  const drawn = drawPiece(pieces, random);
  if (!drawn) return undefined;
  const { piece, text, found } = drawn;
  const control = found.map(({ before }, at) => ({
    id: checkIds[at]!,
    question: `Which word of the text stands right after “${before}”?`,
    maxCharacters: 60,
  }));
  const themed = {
    id: 'theme',
    question: 'Which theme is it about?',
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
        control[0]!,
        ...(themes.length > 0 ? [themed] : []),
        { id: 'use', question: 'What would you use it for?', options: uses },
        control[1]!,
        { id: 'ask', question: 'What would you ask its creator about it?', maxCharacters: 300 },
      ],
    },
    key: {
      pieceId: piece.id,
      answers: Object.fromEntries(found.map(({ next }, at) => [checkIds[at]!, next])),
      needed: checkIds.length,
      open: Object.fromEntries(['theme', 'use', 'ask'].map((id) => [id, piece.id])),
    },
  };
};
