// Output of npm run init: discovered feeds, guesses and next steps.
import { describeNotice, type Notice, type NoticeCode } from '#contract/notices.ts';
import { describeSourceProblem } from '#contract/source-problems.ts';
import { showControlsInLine } from '#domain/text/invisible.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { InitOptions } from './options.ts';
import type { Discovery, FoundFeed, PageProblem } from './discover.ts';
import type { Guess, Guesses } from './draft.ts';
import { isPrivateAddressProblem } from './web.ts';

export function discoveryLines({ feeds, hints, problems }: Discovery): string[] {
  return [
    feeds.length ? `Found ${feeds.length === 1 ? '1 feed' : `${feeds.length} feeds`}:` : 'No feeds found.',
    ...feeds.flatMap((feed, at) => [`  ${at + 1}. ${showControlsInLine(feedLine(feed))}`, `     ${feed.url}`]),
    ...titledLines('Notes:', hints.map(describeNotice)),
    ...titledLines('Could not be read:', problems.map(describePageProblem)),
    '',
  ];
}

const noteAdvice: Partial<Record<NoticeCode, string>> = {
  picture_failed: 'Save it to content/media yourself and add it to creator.json.',
  portrait_missing: 'Save one as content/media/portrait.jpg and add it to creator.json as portrait.',
};

/** Describes a note with advice for a person at the command line. */
export function noteLine(note: Notice): string {
  const { code, details, cause } = note;
  const isPrivate = cause && isPrivateAddressProblem(cause);
  const permission =
    isPrivate &&
    `If the host is yours, run the command again with --allow-private ${new URL(String(details?.['url'])).hostname} --force.`;
  return [describeNotice(note), permission || noteAdvice[code]].filter(Boolean).join(' ');
}

export const describePageProblem = (problem: PageProblem): string =>
  showControlsInLine(`${problem.url}: ${describeSourceProblem(problem)}`);

/** Returns hosts with private addresses that the creator named, but none that only a page names. */
export const refusedHosts = ({ problems }: Discovery, urls: string[]): string[] => [
  ...new Set(
    urls
      .filter((url) => problems.some((problem) => problem.url === url && isPrivateAddressProblem(problem)))
      .map((url) => new URL(url).hostname),
  ),
];

export const permissionLines = (hosts: string[]): string[] =>
  hosts.map(
    (host) => `${host} has a private address. If the host is yours, run the command again with --allow-private ${host}`,
  );

function feedLine({ title, url, entries, type, how, isAside }: FoundFeed): string {
  const count = entries === 1 ? '1 entry' : `${entries} entries`;
  return `${title || new URL(url).hostname}: ${count}, mostly ${type} (${how})${isAside ? ', not added by default' : ''}`;
}

const titledLines = (head: string, lines: string[]): string[] =>
  lines.length ? ['', head, ...lines.map((line) => `  ${showControlsInLine(line)}`)] : [];

export function guessLines(guesses: Guesses): string[] {
  const entries = Object.entries(guesses) as [string, Guess][];
  return [
    'Guesses:',
    ...entries.map(([name, { value, from }]) => `  ${name}: ${showControlsInLine(value || '–')} (from ${from})`),
    '',
  ];
}

/** Returns what the pages say about the creator, so that a missing or wrong fact is noticed. */
export function profileLines(
  { pressContact, contacts = [], bios = {}, members = [] }: Creator,
  dates: unknown[],
): string[] {
  const reached = ({ name, email, telephone }: { name: string; email?: string; telephone?: string }) =>
    [name, email, telephone].filter(Boolean).join(', ');
  const lines = [
    ...(pressContact ? [`press: ${reached(pressContact)}`] : []),
    ...contacts.map((contact) => `${contact.role}: ${reached(contact)}`),
    ...(members.length ? [`members: ${members.map(({ name }) => name).join(', ')}`] : []),
    ...Object.entries(bios).map(([length, text]) => `${length} biography: ${text.slice(0, 80)} …`),
    ...(dates.length ? [`dates: ${dates.length}, in timeline.json`] : []),
  ];
  return lines.length ? ['Profile:', ...lines.map((line) => `  ${showControlsInLine(line)}`), ''] : [];
}

export function nextLines(
  addedFeeds: FoundFeed[],
  written: string[],
  { contentDir, namesFolder }: InitOptions,
): string[] {
  const option = namesFolder ? ` -- --content ${contentDir}` : '';
  const steps = [
    `Check ${contentDir}/creator.json, in particular bios and themes, which are drafts from your pages.`,
    ...(addedFeeds.length ? [] : [`Add your feeds to ${contentDir}/feeds.json: {"id": "blog", "url": "https://…"}.`]),
    `Read your feeds: npm run ingest${option}`,
    `Approve items: npm run review${option}`,
    `Start the room: ${namesFolder ? `CONTENT_DIR=${contentDir} ` : ''}npm start`,
  ];
  return [
    '',
    'Written:',
    ...written.map((path) => `  ${path}`),
    '',
    'Next:',
    ...steps.map((step, at) => `  ${at + 1}. ${showControlsInLine(step)}`),
  ];
}
