// Judges a submission for a task: first its form, then its answers.
import { type Submissions, submissions, type TaskType } from '#contract/schemas/work.ts';
import { checker, describeProblem } from '#contract/validation.ts';
import { findSummaryProblem } from './judge-summary.ts';
import { cleanText } from '#domain/search/plain-text.ts';
import { toTerms } from './material.ts';
import type { AnswerKey, MadeTask } from './task.ts';

const checks = {
  label_classify: checker(submissions.label_classify),
  match: checker(submissions.match),
  summarize: checker(submissions.summarize),
  micro_survey: checker(submissions.micro_survey),
};

/** Answers by question. A summary is the answer to the question `summary`. */
export type TaskAnswers = Record<string, string>;

const extractAnswers = (type: TaskType, value: unknown): TaskAnswers => {
  if (type === 'summarize') return { summary: (value as Submissions['summarize']).summary };
  if (type === 'label_classify') return (value as Submissions['label_classify']).label;
  if (type === 'match') return (value as Submissions['match']).matchId;
  return (value as Submissions['micro_survey']).answers;
};

interface Question {
  options?: string[];
  maxCharacters?: number;
}

function listQuestions({ type, input }: MadeTask): Map<string, Question> {
  if (type === 'summarize') return new Map([['summary', {}]]);
  if (type === 'micro_survey') return new Map(input.questions.map((question) => [question.id, question]));
  const options = type === 'match' ? input.options.map(({ id }) => id) : input.options;
  return new Map(input.questions.map(({ id }) => [id, { options }]));
}

/**
 * Removes invisible characters, and returns options in their own spelling. Returns undefined if the answer is not
 * valid.
 */
function readAnswer(text: string, { options, maxCharacters }: Question): string | undefined {
  const answer = cleanText(text);
  if (options) return options.find((option) => option.toLowerCase() === answer.toLowerCase());
  return answer !== '' && answer.length <= (maxCharacters ?? Infinity) ? answer : undefined;
}

/** Returns an answer to each question of the task, or a problem with the form. */
export function readSubmission(task: MadeTask, submission: unknown): { answers: TaskAnswers } | { problem: string } {
  const result = checks[task.type](submission);
  if (!result.ok) return { problem: describeProblem(result.problems[0]!) };
  const answersById = extractAnswers(task.type, result.value);
  const answers: TaskAnswers = {};
  for (const [id, question] of listQuestions(task)) {
    const answer = Object.hasOwn(answersById, id) ? readAnswer(answersById[id]!, question) : undefined;
    if (answer === undefined) return { problem: `the answer to ${id} is missing, too long or not one of the options` };
    answers[id] = answer;
  }
  return { answers };
}

const isSameAnswer = (a: string, b: string): boolean => a === b || toTerms(a).join(' ') === toTerms(b).join(' ');

function checkKnownAnswers({ answers, needed }: AnswerKey, answersById: TaskAnswers): string | undefined {
  const right = Object.entries(answers).filter(([id, answer]) => isSameAnswer(answersById[id]!, answer)).length;
  return right >= needed ? undefined : 'Too many answers are wrong.';
}

/** Returns why the answers are rejected, or undefined if they are accepted. */
export function findAnswerProblem(task: MadeTask, answers: TaskAnswers): string | undefined {
  if (task.type === 'summarize') return findSummaryProblem(task, { summary: answers.summary! });
  return checkKnownAnswers(task.key, answers);
}
