// Prints the result of an ingest: a line for each feed and a summary, or one JSON object.
import { describeNotice } from '#contract/notices.ts';
import { describeSourceProblem, sourceProblems } from '#contract/source-problems.ts';
import type { HeldFeed } from '#contract/schemas/ingest-report.ts';
import type { FeedReport, PullReport } from './pull.ts';
import { hideKeys } from './without-keys.ts';

export interface ReportOutput {
  write: (text: string) => void;
  /** True if the output is a terminal, which shows progress in place. */
  isTerminal: boolean;
  json: boolean;
}

export function createReporter({ write, isTerminal, json }: ReportOutput) {
  const clear = isTerminal ? '\r\u001b[K' : '';
  return {
    feed(report: FeedReport, done: number, total: number): void {
      if (json) return;
      write(`${clear}${feedLines(report).join('\n')}\n`);
      if (isTerminal && done < total) write(`${done} of ${total} feeds …`);
    },
    end(report: PullReport): void {
      write(json ? `${JSON.stringify(machineReport(report))}\n` : `${summaryLines(report).join('\n')}\n`);
    },
  };
}

function feedLines({
  id,
  outcome,
  problem,
  notices,
  found,
  new: added,
  changed,
  held,
  movedTo,
  ms,
}: FeedReport): string[] {
  if (problem) return [`✗ ${id}: ${describeSourceProblem(problem)}`, `    ${sourceProblems[problem.code].advice}`];
  if (held) return heldLines(id, held);
  const changes = [added > 0 && `${added} new`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');
  const what = outcome === 'unchanged' ? 'unchanged' : changes || 'nothing new';
  return [
    `✓ ${id}: ${what} (${found} entries, ${ms} ms)`,
    ...notices.map((notice) => `    ${describeNotice(notice)}`),
    ...movedLines(id, movedTo),
  ];
}

const movedLines = (id: string, movedTo: string | undefined): string[] =>
  movedTo
    ? [`    The feed has moved to ${hideKeys(movedTo)}. Use the new address with npm run feeds -- --move ${id}`]
    : [];

const heldLines = (id: string, { gone: missing, fresh }: HeldFeed): string[] => [
  `! ${id}: on hold. ${countWords(fresh, 'entry looks', 'entries look')} new and ${countWords(missing, 'known item is', 'known items are')} missing. Nothing was stored.`,
  `    See them with npm run feeds -- --held ${id}, then decide with --same ${id} or --new ${id}.`,
];

const countWords = (number: number, word: string, words = `${word}s`): string =>
  `${number} ${number === 1 ? word : words}`;

function summaryLines({ feeds, notices, ms }: PullReport): string[] {
  const failedCount = feeds.filter(({ outcome }) => outcome === 'failed').length;
  const addedCount = sum(feeds.map((feed) => feed.new));
  const changedCount = sum(feeds.map((feed) => feed.changed));
  const seconds = (ms / 1000).toFixed(1);
  const line = `${countWords(feeds.length, 'feed')} in ${seconds} s: ${countWords(addedCount, 'new item')}, ${countWords(changedCount, 'changed item')}.`;
  const trouble =
    failedCount > 0 ? [`${countWords(failedCount, 'feed')} failed. Items from earlier readings stay.`] : [];
  return [...notices.map(describeNotice), line, ...trouble];
}

function machineReport(report: PullReport) {
  const { feeds } = report;
  const failedCount = feeds.filter(({ outcome }) => outcome === 'failed').length;
  const totals = {
    feeds: feeds.length,
    failed: failedCount,
    new: sum(feeds.map((feed) => feed.new)),
    changed: sum(feeds.map((feed) => feed.changed)),
  };
  return { ...totals, ms: report.ms, notices: report.notices.map(describeNotice), reports: feeds.map(withoutKey) };
}

const withoutKey = ({ movedTo, ...report }: FeedReport) => ({
  ...report,
  notices: report.notices.map(describeNotice),
  ...(report.problem && {
    cause: describeSourceProblem(report.problem),
    advice: sourceProblems[report.problem.code].advice,
  }),
  ...(movedTo && { movedTo: hideKeys(movedTo) }),
});

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
