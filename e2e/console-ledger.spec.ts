// The creator's day with what others ask for, in a browser without scripts: bookings, subscriptions and their
// deliveries.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type ConsoleRoom, consoleRoom } from './console.ts';
import { postJson } from './room.ts';
import { barriers, excessWidth, shareOf } from './sound-page.ts';

/** Time limit on a busy machine, in milliseconds. */
const longestMs = 180_000;
const patient = { timeout: 60_000 };

test.describe.configure({ mode: 'serial', timeout: longestMs });

let room: ConsoleRoom;
let receiver: Server;
let creator: BrowserContext;
let page: Page;
/** The webhook-id of each request, in order. */
const received: string[] = [];

const host = () => `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const main = () => page.getByRole('main');
const open = (path: string) => page.goto(`${room.baseUrl}/console${path}`);

test.beforeAll(async ({ browser }) => {
  room = consoleRoom();
  receiver = createServer((request, answer) => {
    received.push(request.headers['webhook-id'] as string);
    request.resume().on('end', () => answer.writeHead(204).end());
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  creator = await browser.newContext({ javaScriptEnabled: false, storageState: room.signedIn });
  page = await creator.newPage();
});
test.afterAll(async () => {
  await creator?.close();
  receiver?.closeAllConnections();
  receiver?.close();
});

const showName = '<script>alert(1)</script> & "Friends"';

test('a booking request is answered, and its asker sees each answer', async ({ page: asker }) => {
  const body = { showName, showUrl: 'https://show.example.org/', timeframe: 'May', message: 'Line one\n<b>two</b>' };
  const { statusUrl } = (await (await postJson(room, '/api/agent/booking-request', body)).json()) as Record<
    string,
    string
  >;
  const answer = async (choice: string, fill: Record<string, string>) => {
    await page.getByRole('radio', { name: choice }).check();
    for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send answer' }).click();
  };

  await open('');
  await expect(main().getByRole('link', { name: '1 booking request is unanswered' })).toBeVisible();
  await main().getByRole('link', { name: showName }).click();
  await expect(main().getByText('<b>two</b>')).toBeVisible();
  await expect(main().getByRole('link', { name: 'show.example.org' })).toHaveAttribute('rel', /noreferrer/);

  await answer('Propose times', {
    Reply: 'Friday, if you like?',
    'Start 1': '2097-05-14T18:00',
    'End 1': '2097-05-14T17:00',
  });
  await expect(page.getByRole('alert')).toContainText('Time 1: the end must be after the start.');
  await expect(page.getByLabel('Reply')).toHaveValue('Friday, if you like?');
  await answer('Propose times', { 'End 1': '2097-05-14T19:00', 'Time zone': 'Europe/Berlin' });
  await expect(page.getByText('Answer sent')).toBeVisible();
  await asker.goto(statusUrl!);
  await expect(asker.getByRole('main')).toContainText('Friday, if you like?');
  await expect(asker.locator('time').first()).toHaveAttribute('datetime', '2097-05-14T16:00:00.000Z');

  await answer('Confirm', {});
  await expect(main().getByRole('list').last()).toContainText('Booking confirmed');
  await asker.reload();
  await expect(asker.getByRole('status')).toContainText('Your booking is confirmed');
  const [calendar, theirs] = await Promise.all([
    creator.request.get(
      new URL(
        (await page.getByRole('link', { name: 'Download the calendar entry' }).getAttribute('href'))!,
        room.baseUrl,
      ).href,
    ),
    asker.request.get((await asker.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'))!),
  ]);
  expect(await calendar.text()).toBe(await theirs.text());
});

test('a subscription is approved, its delivery arrives and is seen, and goes out again with the same webhook-id', async () => {
  const body = { callbackUrl: `http://${host()}/hook?key=secret`, events: ['dot.approved'] };
  const { manageUrl } = (await (await postJson(room, '/api/agent/webhook-subscribe', body)).json()) as Record<
    string,
    string
  >;
  await open('/subscriptions?status=pending');
  await main()
    .getByRole('link', { name: `http://${host()}` })
    .click();
  await main().getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Subscription approved')).toBeVisible();
  await main().getByRole('button', { name: 'Send a test event' }).click();
  await expect(page.getByText('Test event sent')).toBeVisible();
  await expect.poll(() => received.length, patient).toBe(1);
  const delivered = main().getByRole('listitem').filter({ hasText: 'webhook.test' });
  const seeDelivered = async () => {
    await page.reload();
    await expect(delivered.getByText('Delivered')).toBeVisible({ timeout: 500 });
  };
  await expect(seeDelivered).toPass(patient);
  await expect(delivered).toContainText(received[0]!);
  await delivered.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText('1 delivery is being sent again.')).toBeVisible();
  await expect.poll(() => received.length, patient).toBe(2);
  expect(received[1]).toBe(received[0]);
  await expect(seeDelivered).toPass(patient);
  expect(await page.content()).not.toContain('key=secret');
  await main().getByRole('button', { name: 'Revoke approval' }).click();
  expect(((await (await fetch(manageUrl!)).json()) as { status: string }).status).toBe('rejected');
});

test('an agent is revoked', async () => {
  const said = { name: 'An agent', purpose: '"><img src=x onerror=alert(1)>' };
  await postJson(room, '/api/agent/register-agent-tier', said);
  await open('/agents');
  await expect(main().getByText(said.purpose)).toBeVisible();
  await main()
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await expect(main().getByText('Revoked', { exact: true })).toBeVisible();
});

const paths = [
  '',
  '/inbox',
  '/write',
  '/published',
  '/room',
  '/room/pictures',
  '/room/settings',
  '/account',
  '/bookings',
  '/subscriptions',
  '/agents',
  '/transcripts',
  '/income',
  '/work',
  '/prices',
  '/stats',
  '/feeds',
  '/seen',
  '/settings',
  '/audit',
];
const sizes = [
  { width: 360, colorScheme: 'dark', language: 'de' },
  { width: 1280, colorScheme: 'light', language: 'en' },
] as const;

/** Texts of the pages that another language says otherwise. */
async function englishTexts(): Promise<Set<string>> {
  const file = new URL('../sidecar/console/messages/de.json', import.meta.url);
  const german = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>);
  return new Set(german.flatMap(([text, said]) => (said === text ? [] : [text])));
}

/** Returns the texts of the page, without code and the separators around it. */
const textsOn = (own: Page): Promise<string[]> =>
  own.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      const isCode =
        parent!.closest('code, pre') !== null || [...parent!.children].some(({ tagName }) => tagName === 'CODE');
      // A single word elsewhere may be the creator's own, or a name.
      const isSaid = textContent!.trim().includes(' ') || parent!.closest('h1, h2, button, nav, legend, label, dt, th');
      if (!isCode && isSaid) texts.push(textContent!.trim().replace(/\s+/g, ' '));
    }
    return texts;
  });

for (const [at, { width, colorScheme, language }] of sizes.entries()) {
  test(`pages fit ${width} pixels, in ${colorScheme} colours, for keyboard and screen reader, in ${language}`, async ({
    browser,
  }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ storageState: room.signedIn, viewport, colorScheme });
    const own = await context.newPage();
    const problems: string[] = [];
    await own.goto(`${room.baseUrl}/console/account`);
    await own.locator('#language').selectOption(language);
    await own.locator('form[action$="/language"] button').click();
    await expect(own.locator('html')).toHaveAttribute('lang', language);
    const foreign = language === 'en' ? new Set() : await englishTexts();
    own.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    own.on('dialog', () => problems.push('a script of a stranger ran'));
    await own.goto(`${room.baseUrl}/console/bookings?status=`);
    const booking = await own.getByRole('link', { name: showName }).getAttribute('href');
    await own.goto(`${room.baseUrl}/console/subscriptions?status=`);
    const subscription = await own.getByRole('link', { name: `http://${host()}` }).getAttribute('href');
    const all = [...paths.map((path) => `/console${path}`), booking!, subscription!];
    for (const path of shareOf(all, at, sizes.length)) {
      await own.goto(room.baseUrl + path);
      for (const summary of await own.locator('main summary').all()) await summary.click();
      expect(
        (await textsOn(own)).filter((text) => foreign.has(text)),
        path,
      ).toEqual([]);
      expect(await excessWidth(own), path).toBeLessThanOrEqual(0);
      expect(await barriers(own), path).toEqual([]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
}
