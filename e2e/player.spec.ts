// Listening in the room: the player of an episode, its transcript, and the same player in somebody else's page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, type Response } from '@playwright/test';
import { room, spokenEpisode } from './room-pages.ts';
import { test } from './shared-page.ts';
import { wavFile } from './speech.ts';

const path = `/episodes/${spokenEpisode}`;

const hertz = 3000;

/** Ten minutes of silence in 8-bit PCM, which no test outlasts. */
const silence = (): Buffer => wavFile(new Uint8Array(600 * hertz).fill(128), { hertz, bytesPerSample: 1 });

/** Requests of the page to the host of the recording. */
async function withRecording(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\.mp3/, (route) => {
    asked.push(route.request().url());
    const whole = silence();
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers().range ?? '')?.[1] ?? 0);
    const headers = { 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` };
    return route.fulfill({ status: 206, contentType: 'audio/wav', headers, body: whole.subarray(from) });
  });
  return asked;
}

const seconds = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);

test('an episode says how long it is and where its chapters begin before anything is loaded', async ({ page }) => {
  const asked = await withRecording(page);
  await page.goto(room() + path);
  await expect(page.locator('.deck-time')).toHaveText('0:00 / 50:46');
  await expect(page.locator('.deck-line rect')).toHaveCount(4);
  await page.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await page.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await page.getByRole('button', { name: 'Back 15 seconds' }).click();
  await expect(page.locator('.deck-time')).toHaveText('0:15 / 50:46');
  expect(asked).toEqual([]);
});

test('a recording plays faster, by keys, and stays in reach of those who read on', async ({ page }) => {
  await withRecording(page);
  await page.goto(room() + path);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  await expect(page.locator('audio')).toHaveJSProperty('playbackRate', 1.5);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('l');
  await expect.poll(() => seconds(page)).toBeGreaterThan(14);
  await page.locator('.footer').scrollIntoViewIfNeeded();
  await expect(page.locator('.deck.is-docked')).toBeInViewport();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('The flood that missed');
  await page.getByRole('button', { name: 'Close the player' }).click();
  await expect(page.locator('.deck.is-docked')).toHaveCount(0);
  await expect(page.locator('audio')).toHaveJSProperty('paused', true);
});

test('the place in a recording is kept, and an address may name another', async ({ page }) => {
  const now = page.locator('[data-part="now"]');
  await withRecording(page);
  await page.goto(room() + path);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await page.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await seconds(page);
  expect(paused).toBeGreaterThanOrEqual(30);
  await page.reload();
  const minutes = Math.floor(paused / 60);
  await expect(now).toHaveText(`${minutes}:${String(Math.floor(paused % 60)).padStart(2, '0')}`);
  await page.goto('about:blank');
  await page.goto(`${room()}${path}#t=12:40`);
  await expect(now).toHaveText('12:40');
  await expect(page.locator('[data-part="share"]')).toHaveText('Share from 12:40');
});

test('the link to share names the second', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${room()}${path}#t=760`);
  await page.getByRole('button', { name: 'Share from 12:40' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${room()}${path}#t=760`);
});

test('a transcript is searched in place, plays from its lines and follows what plays', async ({ page }) => {
  await withRecording(page);
  await page.goto(room() + path);
  await page.locator('.spoken summary').click();
  await expect(page.locator('.spoken-line')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('HARBOUR');
  await expect(page.locator('.spoken-line:visible')).toHaveCount(1);
  await page.locator('.spoken-line:visible .spoken-time').click();
  await expect(page.locator('.spoken-line[aria-current]')).toContainText('the old bell');
  expect(await seconds(page)).toBeGreaterThanOrEqual(40);
  expect(page.url()).toBe(room() + path);
});

test('scripts of an episode are small, and home has none', async ({ browser }) => {
  // The browser has no file of another test.
  const page = await browser.newPage();
  let scripts: Response[] = [];
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response));
  await page.goto(room() + path, { waitUntil: 'networkidle' });
  const weights = await Promise.all(scripts.map(async (script) => (await script.body()).length));
  expect(weights.length).toBeGreaterThan(0);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(40_000);
  scripts = [];
  await page.goto(room(), { waitUntil: 'networkidle' });
  expect(scripts.map((script) => script.url())).toEqual([]);
  await page.close();
});

test('another page finds the player by oEmbed, and shows it in a frame', async ({ page, request }) => {
  await withRecording(page);
  await page.goto(room() + path);
  const address = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
  const card = (await (await request.get(address!)).json()) as { version: string; type: string; html: string };
  expect(card).toMatchObject({ version: '1.0', type: 'rich', title: 'The flood that missed' });
  const asked = (query: Record<string, string>) => request.get(`${room()}/oembed?${new URLSearchParams(query)}`);
  for (const url of [room() + path, `${room()}${path}/#t=90`, `${room()}/embed/${spokenEpisode}`])
    expect(await (await asked({ url, format: 'json' })).json()).toEqual(card);
  const narrow = await (await asked({ url: room() + path, maxwidth: '320' })).json();
  expect([narrow.width, narrow.html.includes('width="320"')]).toEqual([320, true]);
  for (const [url, status] of [
    [`${room()}/booking`, 404],
    ['https://elsewhere.example/episodes/x', 404],
    ['x', 400],
  ] as const)
    expect((await asked({ url })).status()).toBe(status);
  expect((await asked({ url: room() + path, format: 'xml' })).status()).toBe(400);
  const elsewhere = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Elsewhere</title>${card.html}`),
  );
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const player = page.frameLocator('iframe');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  elsewhere.close();
  const { headers } = await request.get(room() + path).then((answer) => ({ headers: answer.headers() }));
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const widget = await (await request.get(`${room()}/api/agent/widget`)).text();
  expect(widget).toContain('application/json+oembed');
});

test('the player fits into the frame of the code to paste, however narrow', async ({ page }) => {
  for (const width of [280, 320, 375, 480, 640]) {
    await page.setViewportSize({ width, height: 260 });
    await page.goto(`${room()}/embed/${spokenEpisode}`);
    await page
      .locator('h1 a')
      .evaluate((title) => (title.textContent = 'A title that needs more than one line. '.repeat(4)));
    await expect(page.getByRole('button', { name: 'Share from 0:00' })).toBeVisible();
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(size).toEqual([width, 260]);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test("an episode has the browser's own player", async ({ page }) => {
    await page.goto(room() + path);
    await expect(page.locator('audio[controls]')).toBeVisible();
    await expect(page.locator('.deck')).toBeHidden();
  });
});
