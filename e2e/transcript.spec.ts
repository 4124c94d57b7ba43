// An episode's transcript in a real browser: heard, corrected beside its player, approved, and read on the public page.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { enterConsole } from './console.ts';
import { idOf, publish, testContent } from './content.ts';
import { type RunningRoom, startRoom } from './room.ts';
import { type MediaHost, mediaHost, sound, type SpeechService, speechService } from './speech.ts';

test.describe.configure({ mode: 'serial' });

const id = idOf('harbour-talk', 71);
const sentences = [
  'The tide gauge in the harbor writes down the water every minute.',
  'Sailors trust the gauge more than any table.',
  'A storm leaves its mark on the gauge in the harbor.',
  'The harbor keeps the tide in a book.',
  'My bread begins with flour in the evening.',
  'A hot oven gives the bread its crust.',
  'Flour and water make the dough of the bread.',
  'Salt keeps the dough from running away.',
];
const recording = sound(24);
/** Address of the recording for browsers: the content security policy of the console requires https. */
const played = 'https://media.example/talk.wav';

let room: RunningRoom;
let media: MediaHost;
let service: SpeechService;
const heard = Promise.withResolvers<string[]>();
let page: Page;

test.beforeAll(async ({ browser }) => {
  media = await mediaHost();
  service = await speechService();
  service.transcribe = () => heard.promise;
  media.files.set('/talk.wav', recording);
  const content = await testContent();
  await publish(content, {
    id,
    type: 'episode',
    title: 'Harbour talk',
    date: '2026-04-01T10:00:00Z',
    audioUrl: `${media.url}/talk.wav`,
    persons: [{ name: 'Ada Berg', role: 'guest' }],
  });
  room = await startRoom(content, { ALLOWED_HOSTS: media.host, ...service.settings });
  await mkdir(join(room.content, '.build'), { recursive: true });
  const places = { [`${media.url}/talk.wav`]: { place: played } };
  await writeFile(join(room.content, '.build', 'places.json'), JSON.stringify(places));
  const context = await browser.newContext();
  page = await context.newPage();
  await page.route(played, (route) => route.fulfill({ contentType: 'audio/wav', body: recording }));
  await enterConsole(page, room);
});
test.afterAll(async () => {
  await page.context().close();
  await room.stop();
  media.stop();
  service.stop();
});

const lines = () => page.locator('.cue');
const texts = () => page.locator('.cue textarea');
const audio = () => page.locator('audio').evaluate(({ currentTime }: HTMLAudioElement) => currentTime);

test('an episode is heard at a click, and what was heard waits for its review', async () => {
  await page.goto(`${room.baseUrl}/console/transcripts`);
  await page.getByRole('link', { name: 'Harbour talk' }).click();
  await page.getByRole('button', { name: 'Transcribe this episode' }).click();
  await expect(page.getByText('Transcription has started')).toBeVisible();
  heard.resolve(sentences);
  await expect(lines().first()).toBeVisible();
  await expect(page.getByText('Waiting for review')).toBeVisible();
  // The lines are there before the script that makes an editor of them, which shows its tools.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('words are heard where they are clicked, and lines are split, joined, found, replaced and taken back', async () => {
  const before = await lines().count();
  const second = texts().nth(1);
  await second.click();
  await expect.poll(audio).toBeGreaterThan(1);
  await second.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(0, 0));
  await page.keyboard.press('Backspace');
  await expect(lines()).toHaveCount(before - 1);
  await page.keyboard.press('Enter');
  await expect(lines()).toHaveCount(before);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(lines()).toHaveCount(before);
  await page.getByLabel('Find', { exact: true }).fill('bread');
  await expect(page.locator('[data-found]')).toHaveText(/^[1-9]\d* found$/);
  await page.getByLabel('Replace with').fill('sourdough loaf');
  await page.getByRole('button', { name: 'Replace all' }).click();
  const all = async () =>
    (await texts().evaluateAll((each) => each.map((one) => (one as HTMLTextAreaElement).value))).join(' ');
  expect(await all()).toContain('sourdough loaf');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await all()).not.toContain('sourdough');
  await page.getByRole('button', { name: 'Redo' }).click();
  expect(await all()).toContain('sourdough loaf');
});

test('a speaker is named, taken back and named again, and two names are swapped', async () => {
  const speakers = page.locator('.cue [name="speaker"]');
  const named = page.locator('[name="named"]');
  const spoken = () => speakers.evaluateAll((each) => each.map((one) => (one as HTMLInputElement).value));
  const name = async (at: number, text: string) => {
    await named.nth(at).fill(text);
    await named.nth(at).blur();
  };
  const save = async () => {
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Save' }).click();
    await loaded;
    await expect(page.getByText('Saved. Approve the transcript')).toBeVisible();
  };
  const before = await spoken();
  const old = await named.first().inputValue();
  await name(0, 'Bob');
  expect(await spoken()).toEqual(before.map((one) => (one === old ? 'Bob' : one)));
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await spoken()).toEqual(before);
  await expect(named.first()).toHaveValue(old);
  await name(0, 'Robert');
  expect(await spoken()).toEqual(before.map((one) => (one === old ? 'Robert' : one)));

  await speakers.nth(1).fill('Ines');
  await save();
  await expect(named).toHaveCount(2);
  const saved = await spoken();
  await name(0, 'Ines');
  await name(1, 'Robert');
  expect(await spoken()).toEqual(saved.map((one) => (one === 'Robert' ? 'Ines' : 'Robert')));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await spoken()).toEqual(saved);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await save();
  expect(await spoken()).toEqual(saved.map((one) => (one === 'Robert' ? 'Ines' : 'Robert')));
});

test('approved with its speaker, and with the chapters it suggests, it is on the public page and in captions', async () => {
  await page.locator('[name="named"]').first().fill('Ada Berg');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Approved. The transcript appears')).toBeVisible();
  await page.getByRole('link', { name: /^Chapters, quotes/ }).click();
  const titles = page.locator('.proposal-chapter input');
  await expect(titles).not.toHaveCount(0);
  await titles.first().fill('Gauge and tide');
  await page.getByRole('button', { name: 'Apply selected' }).click();
  await expect(page.getByText('Episode updated')).toBeVisible();
  await room.rebuild();
  await page.goto(`${room.baseUrl}/episodes/${id}`);
  await expect(page.locator('.chapters')).toContainText('Gauge and tide');
  await page.locator('.spoken summary').click();
  const spokenLine = page.locator('.spoken-line').filter({ hasText: 'sourdough loaf' }).first();
  await expect(spokenLine).toBeVisible();
  await expect(page.locator('.spoken-line').first()).toContainText('Ada Berg:');
  const captions = await (await fetch(`${room.baseUrl}/transcripts/${id}.vtt`)).text();
  expect(captions).toMatch(/^WEBVTT\n/);
  expect(captions).toContain('<v Ada Berg>');
  expect(captions.split('\n').filter((line) => line.replace(/<[^>]*>/g, '').length > 42)).toEqual([]);
});
