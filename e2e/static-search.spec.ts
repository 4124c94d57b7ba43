// Search on a host of files alone, under the policy of the pages.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { room } from './room-pages.ts';
import { test } from './shared-page.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

let server: Server;
let base: string;
let asked: { path: string; bytes: number }[] = [];

test.beforeAll(async () => {
  const folder = join(process.env.ROOM_DIST!, 'public');
  const policy = (await fetch(room())).headers.get('content-security-policy')!;
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://x');
    const path = normalize(pathname === '/' ? '/index.html' : extname(pathname) ? pathname : `${pathname}.html`);
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    asked.push({ path, bytes: bytes?.length ?? 0 });
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(bytes ? 200 : 404, { 'content-type': type, 'content-security-policy': policy }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => server.close());
test.beforeEach(() => void (asked = []));

test('a word of a text is found, marked and linked', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${base}/media-kit`);
  await page.locator('.search input').fill('turnstone');
  await page.keyboard.press('Enter');
  const hit = page.locator('.results .row').first();
  await expect(hit.locator('mark').first()).toHaveText(/turnstone/i);
  await expect(hit.locator('time')).toHaveAttribute('datetime', /^\d{4}-/);
  await expect(page.getByRole('status')).toContainText('turnstone');
  await hit.locator('h2 a').click();
  await expect(page.locator('article').first()).toContainText(/turnstone/i);
  expect(problems).toEqual([]);
});

test('a search loads the parts of the index that its words need, and a plain visit none', async ({ browser }) => {
  // The browser has no file of another test.
  const page = await browser.newPage();
  const ofIndex = () => asked.filter(({ path }) => path.startsWith('/_search/'));
  await page.goto(`${base}/search`);
  await expect(page.locator('#words')).toBeVisible();
  expect(ofIndex()).toEqual([]);
  await page.goto(`${base}/search?q=turnstone`);
  await expect(page.locator('.results .row').first()).toBeVisible();
  expect(ofIndex().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(200_000);
  await page.close();
});

test('each result has every word, also where its part of the index lacks one', async ({ page }) => {
  await page.goto(`${base}/search?q=tides+turnstone`);
  await expect(page.locator('.results .row')).toHaveCount(1);
  await expect(page.locator('.results')).not.toContainText('contain some of them');
});

test('texts with some of the words are marked as such if none has all of them', async ({ page }) => {
  await page.goto(`${base}/search?q=turnstone+zyzzyva`);
  await expect(page.locator('.results')).toContainText('contain some of them');
  await expect(page.locator('.results .row')).toHaveCount(1);
});

async function finds(page: Page, query: string, count: number): Promise<void> {
  await page.goto(`${base}/search?q=${encodeURIComponent(query)}`);
  await expect(page.locator('.results .row')).toHaveCount(count);
  if (count === 0) await expect(page.getByRole('status')).toContainText('No results for');
}

test('a phrase in quotes is found as a phrase, and signs in words are no hindrance', async ({ page }) => {
  for (const there of ['"a turnstone"', '“a turnstone”', 'turnstone/walking', 'turnstone-walking', 'TURNSTONE,'])
    await finds(page, there, 1);
  for (const missing of ['"turnstone a"', 'turnstonesque']) await finds(page, missing, 0);
});

test('a beginning is found where no text has it as a word', async ({ page }) => {
  await finds(page, 'turnsto', 1);
});

test('words that stand everywhere are left out, and alone they are refused', async ({ page }) => {
  await finds(page, 'what about the turnstone', 1);
  await page.goto(`${base}/search?q=what+about+the`);
  await expect(page.getByRole('status')).toContainText('too common');
});

test('an item is found by its keywords, but not by its type or date', async ({ page }) => {
  await finds(page, 'eclipses', 1);
  for (const fact of ['article', '2026-01']) await finds(page, fact, 0);
});

test('many results come in parts, and none is said', async ({ page }) => {
  await page.goto(`${base}/search?q=sea`);
  await expect(page.locator('.results .row')).toHaveCount(20);
  await page.getByRole('button', { name: 'More results' }).click();
  await expect(page.locator('.results .row').nth(20)).toBeVisible();
  await page.goto(`${base}/search?q=zyzzyva`);
  await expect(page.getByRole('status')).toContainText('No results for');
});
