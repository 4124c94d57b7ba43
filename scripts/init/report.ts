// Output of npm run init: discovered feeds, guesses and next steps.
import { showControlsInLine } from '#domain/text/invisible.ts';
import type { Discovery, FoundFeed } from './discover.ts';
import type { Guess, Guesses } from './draft.ts';
import { isPrivateAddressError } from './web.ts';

export function discoveryLines({ feeds, hints, problems }: Discovery): string[] {
  return [
    feeds.length ? `Found ${feeds.length === 1 ? '1 feed' : `${feeds.length} feeds`}:` : 'No feeds found.',
    ...feeds.flatMap((feed, at) => [`  ${at + 1}. ${showControlsInLine(feedLine(feed))}`, `     ${feed.url}`]),
    ...titledLines('Notes:', hints),
    ...titledLines('Could not be read:', problems),
    '',
  ];
}

/** Returns hosts with private addresses that the creator named, but none that only a page names. */
export const refusedHosts = ({ problems }: Discovery, urls: string[]): string[] => [
  ...new Set(
    urls
      .filter((url) => problems.some((problem) => problem.startsWith(`${url}: `) && isPrivateAddressError(problem)))
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

export function nextLines(addedFeeds: FoundFeed[], written: string[], contentDir: string): string[] {
  const steps = [
    `Check ${contentDir}/creator.json, in particular bios and themes, which are drafts from your pages.`,
    ...(addedFeeds.length ? [] : [`Add your feeds to ${contentDir}/feeds.json: {"id": "blog", "url": "https://…"}.`]),
    'Read your feeds: npm run ingest',
    'Approve items: npm run review',
    'Start the room: npm start',
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
