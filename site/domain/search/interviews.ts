// Finds the turns of interviews: labelled turns, and bold questions with answers below them.
import { plainName } from '../names.ts';
import {
  isAnswerLabel,
  isConversationTitle,
  isQuestionLabel,
  isQuestionToPerson,
  isRoleLabel,
  parseTurnLabel,
} from './lead-ins.ts';
import {
  type Cast,
  isBoundary,
  type VoiceFinder,
  firstNames,
  findLineFrom,
  isHeadingLike,
  markLines,
} from './line-voices.ts';
import type { Line } from './plain-text.ts';

type Labels = Map<number, string>;

function findLabels(lines: Line[]): Labels {
  const labels: Labels = new Map();
  for (const [at, { text, kind, quotation, list }] of lines.entries()) {
    const label = kind === 'text' && quotation === undefined && list === undefined ? parseTurnLabel(text) : undefined;
    if (label) labels.set(at, label);
  }
  return labels;
}

const isCapital = (label: string): boolean => /^[\p{Lu}\s.’'-]{2,}$/u.test(label);

/** Finds labels of turns: names of people of the item, labels of questions and answers, or labels that alternate. */
function findTurns(lines: Line[], { creator, persons }: Cast): { labels: Labels; isDialogue: boolean } {
  const labels = findLabels(lines);
  const all = [...labels.values()];
  const counts = Map.groupBy(all, (label) => label);
  const isDialogue = counts.size > 1 && all.length > counts.size;
  const hasBoth = all.some(isQuestionLabel) && all.some(isAnswerLabel);
  const hasCapitals = [...counts.keys()].filter(isCapital).length > 1;
  const knownNames = new Set([...creator, ...persons].flatMap((name) => [plainName(name), ...firstNames([name])]));
  const isTurn = (label: string): boolean => {
    if (isQuestionLabel(label) || isAnswerLabel(label)) return hasBoth || isDialogue;
    return knownNames.has(plainName(label)) || isDialogue || (isCapital(label) && hasCapitals);
  };
  return { labels: new Map([...labels].filter(([, label]) => isTurn(label))), isDialogue: isDialogue || hasBoth };
}

/** Returns true if a label names a person; roles and initials do not. */
const namesSpeaker = (label: string): boolean =>
  !isQuestionLabel(label) && !isAnswerLabel(label) && !isRoleLabel(label) && !/^\p{Lu}{1,3}$/u.test(label);

/** Finds labelled turns. A turn lasts until the next one, a heading or a break; the end of the last turn is unknown. */
export const interviews: VoiceFinder = (lines, voices, cast) => {
  const { labels, isDialogue } = findTurns(lines, cast);
  for (const [at, label] of labels) {
    const voice = namesSpeaker(label) ? { speaker: label } : {};
    markLines(voices, at, at + 1, voice);
    if (!isDialogue) continue;
    const end = findLineFrom(lines, at + 1, (line, number) => isBoundary(line) || labels.has(number));
    markLines(voices, at + 1, end, labels.has(end) ? voice : {});
  }
};

/** Finds bold questions with answers below them. Without names, the speakers are unknown. */
export const unnamedInterviews: VoiceFinder = (lines, voices, { title }) => {
  const isInterview = isConversationTitle(title);
  const questions = lines.flatMap((line, at) => {
    const isQuestion = isInterview ? /[?？]$/u.test(line.text) : line.kind === 'text' && isQuestionToPerson(line.text);
    return isQuestion && isHeadingLike(line) ? [at] : [];
  });
  if (questions.length < (isInterview ? 1 : 2)) return;
  for (const at of questions) markLines(voices, at, findLineFrom(lines, at + 1, isBoundary), {});
};
