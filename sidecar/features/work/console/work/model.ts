// Work that was done, as the console shows it.
import type { TaskType } from '#contract/schemas/work.ts';
import type { WorkFinding } from '../../rules/findings.ts';
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export const taskLabels: Record<TaskType, ConsoleMessage> = {
  label_classify: 'Labels',
  match: 'Related pieces',
  summarize: 'Summary',
  micro_survey: 'Survey',
};
export const workLabels = { accepted: 'Accepted', pending: 'Waiting', rejected: 'Rejected' } as const;
export const workTones = { accepted: 'good', pending: 'waiting', rejected: 'over' } as const;

/** Before the title of the piece. */
export const findingLabels: Record<WorkFinding['kind'], ConsoleMessage> = {
  label: 'Keyword of',
  summary: 'Summary of',
  theme: 'Theme of',
  use: 'What for:',
  ask: 'Question about',
};

export interface FindingView {
  /** Its place among the findings of the answer. */
  at: number;
  label: ConsoleMessage;
  /** What the worker wrote or chose; anyone's word. */
  value: string;
  title: string;
  /** Of the piece, below /console. */
  path?: string;
  /** `may`: the item can have it; `has`: it has it. */
  takes: 'may' | 'has' | 'no';
}

export interface WorkRow {
  id: string;
  type: TaskType;
  state: keyof typeof workLabels;
  reason?: string;
  worker?: string;
  resourceId: string;
  /** Milliseconds. */
  createdAt: number;
  isSeen: boolean;
  findings: FindingView[];
}

export interface WorkModel {
  tabs: Tab[];
  rows: WorkRow[];
  pager: Pager;
}
