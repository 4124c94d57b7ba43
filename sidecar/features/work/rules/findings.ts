// Findings that the creator gets from a task: answers that were not known before.
import type { TaskAnswers } from './judge.ts';
import { noLabelOption } from './label.ts';
import { noThemeOption } from './survey.ts';
import type { MadeTask } from './task.ts';

/** Statement of an answer about an item. */
export interface WorkFinding {
  pieceId: string;
  kind: 'label' | 'summary' | 'theme' | 'use' | 'ask';
  value: string;
}

const findingKinds = { label_classify: () => 'label', micro_survey: (id: string) => id } as const;

const isEmptyFinding = ({ kind, value }: WorkFinding): boolean =>
  (kind === 'label' && value === noLabelOption) || (kind === 'theme' && value === noThemeOption);

export function findingsInAnswers(task: MadeTask, answers: TaskAnswers): WorkFinding[] {
  if (task.type === 'summarize') return [{ pieceId: task.key.pieceId, kind: 'summary', value: answers.summary! }];
  if (task.type === 'match') return [];
  const kindOf = findingKinds[task.type as 'label_classify' | 'micro_survey'];
  return Object.entries(task.key.open)
    .filter(([id]) => answers[id] !== undefined)
    .map(([id, pieceId]) => ({ pieceId, kind: kindOf(id) as WorkFinding['kind'], value: answers[id]! }))
    .filter((finding) => !isEmptyFinding(finding));
}

/** Share of open questions that two independent workers must answer alike. */
const agreedShare = 0.6;

export function areAnswersAlike({ key, type }: MadeTask, one: TaskAnswers, other: TaskAnswers): boolean {
  if (type === 'summarize') return false;
  const open = Object.keys(key.open);
  return open.filter((id) => one[id] === other[id]).length >= open.length * agreedShare;
}
