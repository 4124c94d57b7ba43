// The creator's own way into the console of a test's room, and the room whose console most tests share.
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { idOf, itemFile, testContent } from './content.ts';
import { manyRequests, type RunningRoom, startRoom } from './room.ts';

/** Returns the link that a room prints at its start, while it has no password. */
function printedLink(room: RunningRoom): string {
  const [, link] = /^Console +(\S+\?link=\S+)$/m.exec(room.printed()) ?? [];
  if (!link) throw new Error(`The room printed no link: ${room.printed()}`);
  return link;
}

/** Signs in by the link that the room printed, which works once. */
export async function enterConsole(page: Page, room: RunningRoom): Promise<void> {
  await page.goto(printedLink(room));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

export interface ConsoleRoom {
  baseUrl: string;
  content: string;
  env: NodeJS.ProcessEnv;
  /** State of a browser in which the creator is signed in. */
  signedIn: Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;
}

async function signIn(room: RunningRoom): Promise<ConsoleRoom['signedIn']> {
  const link = new URL(printedLink(room)).searchParams.get('link')!;
  const headers = { origin: room.baseUrl };
  const body = new URLSearchParams({ link });
  const address = `${room.baseUrl}/console/sign-in/link`;
  const response = await fetch(address, { method: 'POST', redirect: 'manual', headers, body });
  const [name, value] = response.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string];
  const cookie = { name, value, domain: '127.0.0.1', path: '/console', expires: -1, httpOnly: true, secure: false };
  return { cookies: [{ ...cookie, sameSite: 'Strict' }], origins: [] };
}

const waiting = [
  { id: idOf('first-river', 1), type: 'article', title: 'First river, again', sourceFeed: 'letters' },
  { id: idOf('note', 31), type: 'timeline', kind: 'post', title: 'Note 31', sourceFeed: 'notes' },
];

/** Starts a room with a Nexus and two items in its inbox. */
export async function startConsoleRoom(): Promise<{ room: ConsoleRoom; stop: () => Promise<void> }> {
  const inbox = waiting.map((item) => [`inbox/${item.id}.md`, itemFile({ date: '2026-04-01T10:00:00Z', ...item })]);
  const content = await testContent({
    'feeds.json': JSON.stringify({ feeds: [], allowPrivateHosts: ['127.0.0.1'] }),
    ...Object.fromEntries(inbox),
  });
  const room = await startRoom(content, { NEXUS: 'on', ALLOWED_HOSTS: '127.0.0.1', RATES: manyRequests });
  await rm(content, { recursive: true });
  const { baseUrl, env, stop } = room;
  return { room: { baseUrl, content: room.content, env, signedIn: await signIn(room) }, stop };
}

/** The room that the setup of all browser tests has started. */
export const consoleRoom = (): ConsoleRoom => JSON.parse(process.env.CONSOLE_ROOM!) as ConsoleRoom;
