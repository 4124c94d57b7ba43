// Work as the console shows it.
import type { TaskType } from '#contract/schemas/work.ts';
import type { WorkFinding } from '../../rules/findings.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export const taskLabels: Record<TaskType, ConsoleMessage> = {
  label_classify: 'Labels',
  match: 'Missing words',
  summarize: 'Summary',
  micro_survey: 'Survey',
};
export const workLabels = { accepted: 'Accepted', pending: 'Waiting', rejected: 'Rejected' } as const;
export const workTones = { accepted: 'good', pending: 'waiting', rejected: 'over' } as const;

/** Labels in front of the title of an item. */
export const findingLabels: Record<WorkFinding['kind'], ConsoleMessage> = {
  label: 'Keyword of',
  summary: 'Summary of',
  theme: 'Theme of',
  use: 'Use of',
  ask: 'Question about',
};

export interface FindingView {
  /** Index among the findings of the answer. */
  at: number;
  label: ConsoleMessage;
  /** Text that the worker wrote or chose; untrusted. */
  value: string;
  title: string;
  /** Path of the item below /console. */
  path?: string;
  /** `may` if the finding can be applied to the item, `has` if the item has it already. */
  takes: 'may' | 'has' | 'no';
}
