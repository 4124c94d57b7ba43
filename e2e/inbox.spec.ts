// The creator's work on content in a real browser: find, preview, mend, approve, see it live, hide, reject; with and
// without scripts.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { enterConsole } from './console.ts';
import { creator, idOf, itemFile, testContent } from './content.ts';
import { command, type RunningRoom, startRoom } from './room.ts';
import { barriers, excessWidth, shareOf } from './sound-page.ts';

const longestMs = 240_000;
test.describe.configure({ mode: 'serial', timeout: longestMs });

const hostile = idOf('hostile', 99);
const waiting = [
  {
    id: idOf('new-lighthouse', 21),
    type: 'article',
    title: 'New lighthouse',
    sourceFeed: 'letters',
    keywords: ['lamp'],
  },
  {
    id: idOf('late-talk', 22),
    type: 'episode',
    title: 'Late talk',
    sourceFeed: 'show',
    audioUrl: 'https://example.org/b.mp3',
  },
  ...[31, 32, 33, 34].map((n) => ({
    id: idOf('note', n),
    type: 'timeline',
    title: `Note ${n}`,
    kind: 'post',
    sourceFeed: 'notes',
  })),
  { id: hostile, type: 'article', title: '<script>alert(1)</script>', summary: '<img src=x onerror=alert(2)>' },
];
const hostileText =
  '<script>alert(3)</script>\n\n[x](javascript:alert(4)) </textarea><script>alert(5)</script>\n\n' +
  `https://example.org/${'a'.repeat(160)}`;

let room: RunningRoom;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

/** Signed in, and with every complaint of the browser kept. */
async function newPage(from: BrowserContext): Promise<Page> {
  const made = await from.newPage();
  made.on('console', (message) => message.type() === 'error' && problems.push(`${made.url()}: ${message.text()}`));
  made.on('dialog', (dialog) => (problems.push(`${made.url()}: ${dialog.message()}`), dialog.dismiss()));
  return made;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(longestMs);
  const content = await testContent();
  await mkdir(join(content, 'inbox'));
  const date = '2026-04-01T10:00:00Z';
  const files = [
    ...waiting,
    { ...{ id: idOf('first-river', 1), type: 'article', title: 'First river, again', sourceFeed: 'letters' } },
  ];
  for (const item of files) {
    const body = item.id === hostile ? hostileText : undefined;
    await writeFile(join(content, 'inbox', `${item.id}.md`), itemFile({ date, ...item }, body));
  }
  room = await startRoom(content);
  context = await browser.newContext();
  page = await newPage(context);
  await enterConsole(page, room);
});
test.afterAll(async () => {
  await context.close();
  await room.stop();
});

const open = (path: string) => page.goto(`${room.baseUrl}/console${path}`);
const titles = () => page.locator('.item-title').allTextContents();
const becomes = (path: string, status: number) =>
  expect.poll(async () => (await fetch(room.baseUrl + path)).status, { timeout: 120_000 }).toBe(status);

test('an item is found by its words and type', async () => {
  await open('/inbox');
  await expect(page.locator('.item-line')).toHaveCount(8);
  await page.getByLabel('Contains').fill('lighthouse LAMP');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await titles()).toEqual(['New lighthouse']);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByLabel('Type').selectOption('Episode');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await titles()).toEqual(['Late talk']);
});

test('a title, a summary and a text with scripts in them are text, in the list, the preview and the form', async () => {
  await open('/inbox?words=');
  expect(await titles()).toContain('<script>alert(1)</script>');
  await page.getByRole('link', { name: '<script>alert(1)</script>' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<script>alert(1)</script>');
  await expect(page.locator('.preview')).toContainText('<script>alert(3)</script>');
  await expect(page.locator('.preview a[href^="javascript"]')).toHaveCount(0);
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(hostileText);
});

test('an edit shows what it changes against what is published', async () => {
  await open(`/inbox/${idOf('first-river', 1)}`);
  const changes = page.locator('.changes');
  await expect(changes.locator('del').first()).toHaveText('river');
  await expect(changes.locator('ins').first()).toHaveText('river, again');
});

test('a mistake comes back at its field with everything that was typed, is mended, previewed, and goes live', async () => {
  await open('/inbox');
  await page.getByRole('link', { name: 'New lighthouse' }).click();
  await page.getByLabel('Title').fill('The new lighthouse');
  await page.getByLabel('Date').fill('last tuesday');
  await page.getByLabel('Text', { exact: true }).fill('A lamp with a **new** lens.');
  await page.getByRole('button', { name: 'Approve' }).click();

  await expect(page.getByRole('alert')).toContainText('Fix the highlighted fields');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Date')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Date')).toHaveValue('last tuesday');
  await expect(page.getByLabel('Title')).toHaveValue('The new lighthouse');
  await page.getByRole('link', { name: /^Enter a date/ }).click();
  await expect(page.getByLabel('Date')).toBeInViewport();

  await page.getByLabel('Date').fill('2026-04-02 08:30');
  await page.getByLabel('Date').press('Enter');
  await expect(page.locator('.preview h2').first()).toHaveText('The new lighthouse');
  await expect(page.locator('.preview .prose strong')).toHaveText('new');
  await expect(page.getByLabel('Title')).toHaveValue('The new lighthouse');

  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'One item approved' })).toBeVisible();
  expect(await titles()).not.toContain('The new lighthouse');
  await expect(page.getByText('Your changes will be live in a moment')).toBeVisible();
  await expect(page.getByText('Your changes went live after')).toBeVisible({ timeout: 120_000 });
  await becomes(`/articles/${idOf('new-lighthouse', 21)}`, 200);
  const html = await (await fetch(`${room.baseUrl}/articles/${idOf('new-lighthouse', 21)}`)).text();
  expect(html).toContain('A lamp with a <strong>new</strong> lens.');
  const api = await fetch(`${room.baseUrl}/api/agent/articles/${idOf('new-lighthouse', 21)}`);
  expect(await api.json()).toMatchObject({ title: 'The new lighthouse', date: '2026-04-02' });
});

test('an item that changed under the form is not decided, and the typed text stays', async () => {
  await open(`/inbox/${idOf('late-talk', 22)}`);
  await page.getByLabel('Summary').fill('Words of the creator.');
  const path = join(room.content, 'inbox', `${idOf('late-talk', 22)}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('Late talk', 'Later talk'));
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('alert')).toContainText('because the item has changed');
  await expect(page.getByLabel('Summary')).toHaveValue('Words of the creator.');
  await expect(page.getByRole('heading', { name: 'Your input compared to the saved item' })).toBeVisible();
  await page.getByLabel('Title').fill('Later talk');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
});

test('rejected items are listed, and the creator can return them to the inbox', async () => {
  await open(`/inbox/${idOf('late-talk', 22)}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'One item rejected.' })).toBeVisible();
  await open('/published');
  await page.getByRole('link', { name: 'Rejected and retracted' }).click();
  await page.getByRole('link', { name: 'Later talk' }).click();
  await page.getByRole('button', { name: 'Move to inbox' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/inbox/${idOf('late-talk', 22)}`));
});

test('every item of a page is chosen with one box, and those that changed meanwhile are refused by name', async () => {
  await open('/inbox?feed=notes');
  await page.getByLabel('Select all on this page').check();
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Note 34' }).uncheck();
  await page.getByRole('checkbox', { name: 'Note 33' }).uncheck();
  const path = join(room.content, 'inbox', `${idOf('note', 32)}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('Note 32', 'Note 32, changed'));
  await page.getByRole('button', { name: 'Approve selected' }).click();
  await expect(page.getByRole('alert')).toContainText('1 approved.');
  await expect(page.getByRole('alert')).toContainText('“Note 32, changed”');
  expect((await titles()).sort()).toEqual(['Note 32, changed', 'Note 33', 'Note 34']);
});

test('items can be chosen and approved without scripts, and a reload shows that the build has ended', async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
  const other = await newPage(plain);
  await other.goto(`${room.baseUrl}/console/inbox?feed=notes`);
  await other.getByRole('checkbox', { name: 'Note 33' }).check();
  await other.getByRole('button', { name: 'Approve selected' }).click();
  await expect(other.getByRole('status').filter({ hasText: 'One item approved' })).toBeVisible();
  await other.getByText('Approve all 2 items in this list').click();
  await other.getByRole('button', { name: 'Approve all 2 items' }).click();
  await expect(other.getByRole('status').filter({ hasText: '2 items approved' })).toBeVisible();
  await expect
    .poll(
      async () => (await other.goto(`${room.baseUrl}/console/inbox`), other.getByText('is being updated').count()),
      {
        timeout: 120_000,
      },
    )
    .toBe(0);
  const timeline = await (await fetch(`${room.baseUrl}/timeline`)).text();
  for (const title of ['Note 31', 'Note 32, changed', 'Note 33', 'Note 34']) expect(timeline).toContain(title);
  await plain.close();
});

test('a picture comes by a plain form and is in the room; a script takes what is dropped and shows its focal point', async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
  const other = await newPage(plain);
  await other.goto(`${room.baseUrl}/console/room/pictures`);
  const buffer = await readFile('content/example/media/harbour.webp');
  await other
    .getByLabel('Pictures', { exact: true })
    .setInputFiles({ name: 'On the Quay.JPG', mimeType: 'image/jpeg', buffer });
  await other.locator('#upload-alt').fill('The quay at low water');
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(other.getByRole('status').filter({ hasText: 'Picture added' })).toBeVisible();
  await plain.close();
  const { headshots } = JSON.parse(await readFile(join(room.content, 'creator.json'), 'utf8'));
  await becomes(`/media/${headshots.at(-1).file}`, 200);
  // A page of its own: leaving it would ask about what was not saved.
  const own = await newPage(context);
  await own.goto(`${room.baseUrl}/console/room/pictures`);
  const frame = own.locator('[data-frame]').last();
  const box = (await frame.boundingBox())!;
  await frame.click({ position: { x: box.width / 4, y: box.height / 2 } });
  const x = own.locator(`input[name="${await frame.getAttribute('data-frame')}.focus.x"]`);
  expect(Math.round(Number(await x.inputValue()))).toBe(25);
  await expect(frame.locator('.picture-focus')).toBeVisible();
  await own.close();
});

test('hidden and retracted items disappear, also by the command while the room runs, and shown ones return', async () => {
  const inApi = `/api/agent/articles/${idOf('second-map', 2)}`;
  const inRoom = `/articles/${idOf('second-map', 2)}`;
  const retracted = idOf('third-sea', 3);
  await becomes(inApi, 200);
  const line = page.locator('.item-line', { hasText: 'Second map' });
  await open('/published?words=second');
  await line.getByRole('button', { name: 'Hide from API' }).click();
  await expect(page.getByText('Hidden. Your site is being updated.')).toBeVisible();
  await expect(page).toHaveURL(/words=second/);
  await becomes(inApi, 404);
  await becomes(inRoom, 200);
  await command(room.env, 'review', '--retract', retracted);
  await line.getByRole('button', { name: 'Hide from media room' }).click();
  await becomes(inRoom, 404);
  await becomes(`/articles/${retracted}`, 410);
  await open('/published?hidden=api&words=second');
  await line.getByRole('button', { name: 'Show in API' }).click();
  await becomes(inApi, 200);
});

test('a build that fails tells the creator why, and what was live stays', async () => {
  const path = join(room.content, 'creator.json');
  await writeFile(path, JSON.stringify({ ...creator, topics: 'rivers' }));
  await expect
    .poll(async () => (await open('/inbox'), page.getByText('The last build failed').count()), { timeout: 120_000 })
    .toBe(1);
  await page.getByText('The last build failed').click();
  await expect(page.locator('.build pre')).toContainText('topics');
  await becomes('/', 200);
  await writeFile(path, JSON.stringify(creator));
  await expect
    .poll(async () => (await open('/inbox'), page.getByText('The last build failed').count()), { timeout: 120_000 })
    .toBe(0);
});

test('lists, item and form fit into narrow screens and are sound for assistive programs', async () => {
  const lists = ['/inbox', '/published', '/published/rejected', '/audit'];
  const paths = [...lists, `/inbox/${hostile}`, `/published/${idOf('walk', 5)}`, '/room/pictures'];
  const sizes = [
    { width: 360, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const;
  for (const [at, { width, colorScheme }] of sizes.entries()) {
    for (const path of shareOf(paths, at, sizes.length)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await open(path);
      expect(await excessWidth(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
      expect(await barriers(page), `${path} at ${width}`).toEqual([]);
      const links = page.locator('.facts a');
      const heights = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(24, ...heights), `${path} at ${width}`).toBe(24);
    }
  }
});

test('the browser had nothing to complain about but what was refused', () => {
  expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
});
