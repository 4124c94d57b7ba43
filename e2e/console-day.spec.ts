// The creator's day in the console: one search, lists that stay as they were left, the room's look before it is
// saved, and feeds from their address to their end; and every form sound at all widths in both languages.
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type ConsoleRoom, consoleRoom } from './console.ts';
import { idOf } from './content.ts';
import { sized } from './soak/size.ts';
import { barriers, excessWidth, shareOf } from './sound-page.ts';

const longestMs = 240_000;
test.describe.configure({ mode: 'serial', timeout: longestMs });

let source: { server: Server; origin: string; isDown: boolean };
let room: ConsoleRoom;
let context: BrowserContext;
let page: Page;

/** A site that names its feed, which may be down. */
async function serveSource(): Promise<void> {
  const items = ['Ebb', 'Flood']
    .map(
      (title) =>
        `<item><title>${title} at the pier</title><guid>${title}</guid><link>https://pier.example/${title}</link></item>`,
    )
    .join('');
  const server = createServer(({ url }, response) => {
    if (source.isDown) return void response.writeHead(503).end();
    const isFeed = url === '/feed.xml';
    response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html');
    response.end(
      isFeed
        ? `<rss version="2.0"><channel><title>Pier letters</title><link>https://pier.example/</link>${items}</channel></rss>`
        : '<!doctype html><title>Pier</title><link rel="alternate" type="application/rss+xml" href="feed.xml">',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  source = { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isDown: false };
}

test.beforeAll(async ({ browser }) => {
  room = consoleRoom();
  await serveSource();
  context = await browser.newContext({ storageState: room.signedIn });
  page = await context.newPage();
});
test.afterAll(async () => {
  source.server.close();
  await context.close();
});

const open = (path: string) => page.goto(`${room.baseUrl}/console${path}`);
const inboxFiles = () => readdir(join(room.content, 'inbox'));

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'by keyboard' : 'without scripts';

  test(`a list stays narrowed until it is cleared, and one search finds what any list has, ${how}`, async ({
    browser,
  }) => {
    const own = await browser.newContext({ javaScriptEnabled, storageState: room.signedIn });
    const other = await own.newPage();
    const toInbox = () =>
      other
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link', { name: /^Inbox/ })
        .click();
    await other.goto(`${room.baseUrl}/console/inbox?feed=notes`);
    await other.getByRole('link', { name: 'Note 31' }).click();
    await toInbox();
    await expect(other.locator('.item-line')).toHaveCount(1);
    await expect(other.getByLabel('Feed')).toHaveValue('notes');
    if (javaScriptEnabled) await other.keyboard.press('Control+k');
    else await other.getByRole('searchbox', { name: 'Search everything' }).focus();
    await other.keyboard.type('river');
    await other.keyboard.press('Enter');
    const found = other.getByRole('region', { name: 'Items' }).getByRole('listitem');
    await expect(found).toContainText(['First river, again', 'First river']);
    await expect(other.getByRole('searchbox', { name: 'Search everything' })).toHaveValue('river');
    await found.last().getByRole('link').click();
    await expect(other).toHaveURL(/\/console\/published\/first-river/);
    await toInbox();
    await other.getByRole('link', { name: 'Clear filters' }).click();
    await expect(other.locator('.item-line')).toHaveCount(2);
    await toInbox();
    await expect(other.locator('.item-line')).toHaveCount(2);
    await own.close();
  });

  test(`the keyboard goes on in the row that was added, moved or taken out, ${how}`, async ({ browser }) => {
    const own = await browser.newContext({ javaScriptEnabled, storageState: room.signedIn });
    const other = await own.newPage();
    await other.goto(`${room.baseUrl}/console/room/links`);
    const rows = other.locator('.room-row');
    const before = await rows.count();
    const press = async (button: Locator) => {
      await button.focus();
      await other.keyboard.press('Enter');
    };
    const add = other.getByRole('button', { name: /^Add / });
    for (const title of ['Ebb', 'Flood']) {
      await press(add);
      const added = rows
        .nth(title === 'Ebb' ? before : before + 1)
        .getByRole('textbox')
        .first();
      await expect(added).toBeFocused();
      await expect(added).toBeInViewport();
      await added.fill(title);
    }
    await press(rows.last().getByRole('button', { name: /^Move up/ }));
    await expect(rows.nth(before).getByRole('textbox').first()).toBeFocused();
    await expect(rows.nth(before).getByRole('textbox').first()).toHaveValue('Flood');
    await press(rows.nth(before).getByRole('button', { name: /^Remove/ }));
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.nth(before).getByRole('textbox').first()).toBeFocused();
    await press(rows.last().getByRole('button', { name: /^Remove/ }));
    await expect(rows).toHaveCount(before);
    await expect(add).toBeFocused();
    await other.goto('about:blank');
    await own.close();
  });

  test(`colours and typefaces are seen before they are saved, ${how}`, async ({ browser }) => {
    const own = await browser.newContext({ javaScriptEnabled, storageState: room.signedIn });
    const other = await own.newPage();
    const before = await readFile(join(room.content, 'creator.json'), 'utf8');
    await other.goto(`${room.baseUrl}/console/room/look`);
    const title = other.locator('.look-title').first();
    const button = other.locator('.look-button').first();
    const family = () => title.evaluate((element) => getComputedStyle(element).fontFamily);
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await family()).toContain('Source Serif');
    await other.getByLabel('Accent colour').first().fill('#7a2bc0');
    await other.getByLabel('Typeface').selectOption('display');
    if (!javaScriptEnabled) await other.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(family).toContain('Bricolage');
    await expect.poll(colour).toBe('rgb(122, 43, 192)');
    const isLoaded = () =>
      other.evaluate(async () => (await document.fonts.load('1rem "Bricolage Grotesque Variable"')).length);
    if (javaScriptEnabled) expect(await isLoaded()).toBeGreaterThan(0);
    await expect(other.getByLabel('Typeface')).toHaveValue('display');
    expect(await readFile(join(room.content, 'creator.json'), 'utf8')).toBe(before);
    await own.close();
  });
}

test('the feeds are read when the creator asks, without scripts', async ({ browser }) => {
  const own = await browser.newContext({ javaScriptEnabled: false, storageState: room.signedIn });
  const other = await own.newPage();
  const report = join(room.content, '.build', 'ingest-report.json');
  await rm(report);
  await other.goto(`${room.baseUrl}/console/feeds`);
  await other.getByRole('main').getByRole('button', { name: 'Read feeds now' }).click();
  await expect(other.getByText('Reading feeds.')).toBeVisible();
  await expect.poll(() => readFile(report, 'utf8').catch(() => ''), { timeout: 60_000 }).toContain('"feeds"');
  await own.close();
});

const line = () => page.locator('.entries > li', { hasText: 'Pier letters' });
const press = (name: string | RegExp) => line().getByRole('button', { name }).click();

test('a feed is found from the address of its site, read, told when it fails, paused, and goes with its items', async () => {
  await open('/feeds');
  const add = async (url: string) => {
    await page.getByLabel(/^Address of a feed/).fill(url);
    await page.getByRole('button', { name: 'Find feeds' }).click();
  };
  await add(`${source.origin}/nothing.txt?`.replace('127.0.0.1', '10.1.2.3'));
  await expect(page.getByRole('alert')).toContainText('10.1.2.3');
  await expect(page.getByLabel(/^Address of a feed/)).toHaveValue(/10\.1\.2\.3/);
  await add(`${source.origin}/`);
  await expect(line()).toBeVisible();
  await expect.poll(async () => (await inboxFiles()).length, { timeout: 120_000 }).toBe(4);
  await add(`${source.origin}/`);
  await expect(page.getByRole('alert')).toContainText('already added');

  source.isDown = true;
  await press(/^Read now/);
  await expect(line().getByText('Failed')).toBeVisible();
  await expect(line()).toContainText('503');
  source.isDown = false;
  await press(/^Read now/);
  await expect(line().getByText('Failed')).toHaveCount(0);

  await page.getByRole('link', { name: /Change how feeds are read/ }).click();
  const row = page.getByRole('group', { name: /Pier letters|pier/i }).last();
  await row.getByLabel('Read this feed').selectOption('No');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await open('/feeds');
  await expect(line().getByText('Off')).toBeVisible();

  await line().getByText('Remove …').click();
  await line()
    .getByLabel(/^Retract published items/)
    .check();
  await line().getByRole('button', { name: 'Apply' }).click();
  await expect(line()).toHaveCount(0);
  expect(await inboxFiles()).toHaveLength(2);
  expect(await readFile(join(room.content, 'feeds.json'), 'utf8')).not.toContain(source.origin);
});

const forms = [
  'profile',
  'bios',
  'press',
  'look',
  'themes',
  'links',
  'speaking',
  'talks',
  'asking',
  'timeline',
  'feeds',
];
const paths = [
  ...[...forms, 'access', 'machines', 'settings'].map((name) => `/room/${name}`),
  ...['/search?words=river', '/search', '/write', '/feeds', `/inbox/${idOf('first-river', 1)}`, '/inbox?words='],
];
const sizes = [
  { language: 'de', colorScheme: 'dark', width: 390 },
  { language: 'en', colorScheme: 'light', width: 1440 },
] as const;

for (const [at, { language, colorScheme, width }] of sizes.entries())
  test(`forms fit 360 to 1440 pixels and are sound, in ${language} and ${colorScheme} colours`, async ({ browser }) => {
    const own = await browser.newContext({ storageState: room.signedIn, colorScheme, bypassCSP: true });
    const other = await own.newPage();
    await other.goto(`${room.baseUrl}/console/account`);
    await other.locator('#language').selectOption(language);
    await other.locator('form[action$="/language"] button').click();
    for (const path of shareOf(paths, at, sizes.length)) {
      await other.goto(`${room.baseUrl}/console${path}`);
      for (const narrow of sized([360], [360, 390, 768, 1024, 1440])) {
        await other.setViewportSize({ width: narrow, height: 900 });
        expect(await excessWidth(other), `${path} at ${narrow}`).toBeLessThanOrEqual(0);
      }
      await other.setViewportSize({ width, height: 900 });
      expect(await barriers(other), path).toEqual([]);
    }
    await own.close();
  });
