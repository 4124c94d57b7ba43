// What the creator gets of a task: the answers that were not known before.
import type { Answers } from './judge.ts';
import { noLabel } from './label.ts';
import { noTheme } from './survey.ts';
import type { MadeTask } from './task.ts';

/** What an answer says about a piece. */
export interface Finding {
  pieceId: string;
  kind: 'label' | 'summary' | 'theme' | 'use' | 'ask';
  value: string;
}

const kindsOf = { label_classify: () => 'label', micro_survey: (id: string) => id } as const;

const saysNothing = ({ kind, value }: Finding): boolean =>
  (kind === 'label' && value === noLabel) || (kind === 'theme' && value === noTheme);

export function findingsOf(task: MadeTask, answers: Answers): Finding[] {
  if (task.type === 'summarize') return [{ pieceId: task.key.pieceId, kind: 'summary', value: answers.summary! }];
  if (task.type === 'match') return [];
  const kindOf = kindsOf[task.type as 'label_classify' | 'micro_survey'];
  return Object.entries(task.key.open)
    .filter(([id]) => answers[id] !== undefined)
    .map(([id, pieceId]) => ({ pieceId, kind: kindOf(id) as Finding['kind'], value: answers[id]! }))
    .filter((finding) => !saysNothing(finding));
}

/** Of the open questions of a task, so large a share must be answered alike by two who do not know of each other. */
const agreedShare = 0.6;

export function agree({ key, type }: MadeTask, one: Answers, other: Answers): boolean {
  if (type === 'summarize') return false;
  const open = Object.keys(key.open);
  return open.filter((id) => one[id] === other[id]).length >= open.length * agreedShare;
}
