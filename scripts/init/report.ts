// What init found, what it guessed, and what comes next, as lines for a person.
import { showControlsInLine } from '#domain/text/invisible.ts';
import type { Discovery, FoundFeed } from './discover.ts';
import type { Guess, Guesses } from './draft.ts';
import { isPrivateAddressError } from './web.ts';

export function discoveryLines({ feeds, hints, problems }: Discovery): string[] {
  return [
    feeds.length ? `Found ${feeds.length === 1 ? '1 feed' : `${feeds.length} feeds`}:` : 'Found no feed.',
    ...feeds.flatMap((feed, at) => [`  ${at + 1}. ${showControlsInLine(feedLine(feed))}`, `     ${feed.url}`]),
    ...titledLines('Worth knowing:', hints),
    ...titledLines('Did not work:', problems),
    '',
  ];
}

/** Hosts that the creator named and that have private addresses; a host that only a page names is none. */
export const refusedHosts = ({ problems }: Discovery, asked: string[]): string[] => [
  ...new Set(
    asked
      .filter((url) => problems.some((problem) => problem.startsWith(`${url}: `) && isPrivateAddressError(problem)))
      .map((url) => new URL(url).hostname),
  ),
];

export const permissionLines = (hosts: string[]): string[] =>
  hosts.map((host) => `If ${host} is yours, run the command again with --allow-private ${host}`);

function feedLine({ title, url, entries, type, how, isAside }: FoundFeed): string {
  const count = entries === 1 ? '1 entry' : `${entries} entries`;
  return `${title || new URL(url).hostname}: ${count}, mostly ${type} (${how})${isAside ? ', not taken by default' : ''}`;
}

const titledLines = (head: string, lines: string[]): string[] =>
  lines.length ? ['', head, ...lines.map((line) => `  ${showControlsInLine(line)}`)] : [];

export function guessLines(guesses: Guesses): string[] {
  const entries = Object.entries(guesses) as [string, Guess][];
  return [
    'Guessed:',
    ...entries.map(([name, { value, from }]) => `  ${name}: ${showControlsInLine(value)} (from ${from})`),
    '',
  ];
}

export function nextLines(taken: FoundFeed[], written: string[], contentDir: string): string[] {
  const steps = [
    `Read ${contentDir}/creator.json and correct what is wrong; bios and themes are drafts of what your pages say.`,
    ...(taken.length ? [] : [`Add your feeds to ${contentDir}/feeds.json: {"id": "blog", "url": "https://…"}.`]),
    'npm run ingest brings the items in, npm run review lets you decide about them, npm start shows the room.',
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
