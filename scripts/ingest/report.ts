// Tells what an ingest did: a line for each feed as it is done and a summary, or one JSON object for machines.
import type { HeldFeed } from '#contract/schemas/ingest-report.ts';
import type { FeedReport, PullReport } from './pull.ts';
import { hideKeys } from './without-keys.ts';

export interface ReportOutput {
  write: (text: string) => void;
  /** A terminal shows progress in place. */
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
  cause,
  advice,
  notices,
  found,
  new: added,
  changed,
  held,
  movedTo,
  ms,
}: FeedReport): string[] {
  if (outcome === 'failed') return [`✗ ${id}: ${cause}`, `    ${advice}`];
  if (held) return heldLines(id, held);
  const news = [added > 0 && `${added} new`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');
  const what = outcome === 'unchanged' ? 'unchanged' : news || 'nothing new';
  return [
    `✓ ${id}: ${what} (${found} entries, ${ms} ms)`,
    ...notices.map((notice) => `    ${notice}`),
    ...movedLines(id, movedTo),
  ];
}

const movedLines = (id: string, movedTo: string | undefined): string[] =>
  movedTo ? [`    It has moved for good to ${hideKeys(movedTo)}: npm run feeds -- --move ${id} takes that over.`] : [];

const heldLines = (id: string, { gone, fresh }: HeldFeed): string[] => [
  `! ${id}: held. ${countWords(fresh, 'entry', 'entries')} look new, and ${countWords(gone, 'known one')} are gone: nothing was stored.`,
  `    npm run feeds -- --held ${id} shows them; then --same ${id} or --new ${id} says what they are.`,
];

const countWords = (number: number, word: string, words = `${word}s`): string =>
  `${number} ${number === 1 ? word : words}`;

function summaryLines({ feeds, notices, ms }: PullReport): string[] {
  const failed = feeds.filter(({ outcome }) => outcome === 'failed').length;
  const added = sum(feeds.map((feed) => feed.new));
  const changed = sum(feeds.map((feed) => feed.changed));
  const seconds = (ms / 1000).toFixed(1);
  const line = `${countWords(feeds.length, 'feed')} in ${seconds} s: ${countWords(added, 'new item')}, ${countWords(changed, 'changed item')}.`;
  const trouble = failed > 0 ? [`${countWords(failed, 'feed')} failed; what they brought before stays.`] : [];
  return [...notices, line, ...trouble];
}

function machineReport(report: PullReport) {
  const { feeds } = report;
  const failed = feeds.filter(({ outcome }) => outcome === 'failed').length;
  const totals = {
    feeds: feeds.length,
    failed,
    new: sum(feeds.map((feed) => feed.new)),
    changed: sum(feeds.map((feed) => feed.changed)),
  };
  return { ...totals, ms: report.ms, notices: report.notices, reports: feeds.map(withoutKey) };
}

const withoutKey = ({ movedTo, ...report }: FeedReport): FeedReport => ({
  ...report,
  ...(movedTo && { movedTo: hideKeys(movedTo) }),
});

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
