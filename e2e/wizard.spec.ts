// From an empty folder to a full room in the browser alone: the address of a site, what was found there, the inbox,
// the room.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { command, freePort } from './room.ts';
import { isLong, sized } from './soak/size.ts';

const longestMs = 420_000;
test.describe.configure({ mode: 'serial', timeout: longestMs });

interface Written {
  language: string;
  direction: 'ltr' | 'rtl';
  name: string;
  publication: string;
  about: string;
  bio: string;
  items: string[];
}

const sites: Record<string, Written> = {
  latin: {
    language: 'en',
    direction: 'ltr',
    name: 'Nora Veldkamp',
    publication: 'Salt and Slate',
    about: 'Letters about roofs, walls and the people who mend them.',
    bio: 'Nora Veldkamp has mended roofs for twenty years and writes about them on Sundays. She learned the trade on an island where every storm takes a few tiles along. Her letters tell how old houses stay dry, who built them, and what it costs to keep them.',
    items: ['How a slate roof breathes', 'The last lime kiln', 'Seven ways to hang a gutter'],
  },
  japanese: {
    language: 'ja',
    direction: 'ltr',
    name: '小川みどり',
    publication: '川べりの便り',
    about: '川と橋と、そこに暮らす人びとについての手紙。',
    bio: '小川みどりは川のそばで育ち、橋の歴史を二十年にわたって調べてきました。毎月一通の手紙で、古い橋の話と、それを守る人びとのことを伝えています。',
    items: ['石橋を渡る朝', '水位を測る人'],
  },
  arabic: {
    language: 'ar',
    direction: 'rtl',
    name: 'ليلى الحداد',
    publication: 'دفتر النخيل',
    about: 'رسائل عن الواحات ومن يعتني بها.',
    bio: 'ليلى الحداد نشأت في واحة صغيرة وتكتب منذ عشرين عاما عن النخيل والماء والناس. تصف في رسائلها كيف تبقى القنوات القديمة حية ومن يحفرها كل ربيع.',
    items: ['ماء القناة في الربيع', 'حارس النخلة الأخيرة'],
  },
};

const home = ({ language, direction, name, publication, about, bio }: Written) => `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${publication}</title>
<meta name="description" content="${about}"><meta property="og:site_name" content="${publication}">
<meta name="theme-color" content="#7a3b2e"><meta property="og:image" content="banner.png">
<link rel="alternate" type="application/rss+xml" href="feed.xml" title="${publication}">
<script type="application/ld+json">{"@type":"Person","name":"${name}","image":"portrait.png","jobTitle":"${about}"}</script>
</head><body><h1>${publication}</h1><p>${bio}</p></body></html>`;

const feed = ({ language, publication, about, items }: Written) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${publication}</title><link>https://letters.example/</link>
<description>${about}</description><language>${language}</language>${items
  .map(
    (
      title,
      at,
    ) => `<item><title>${title}</title><guid>${language}-${at}</guid><link>https://letters.example/${at}</link>
<category>${publication}</category><description>${about}</description><pubDate>Mon, 0${at + 1} Jun 2026 08:00:00 GMT</pubDate></item>`,
  )
  .join('')}</channel></rss>`;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3b2e' } })
    .png()
    .toBuffer();

async function serveSites(): Promise<{ server: Server; origin: string }> {
  const pictures = { 'portrait.png': await picture(1400, 1600), 'banner.png': await picture(1200, 630) };
  const server = createServer((request, response) => {
    const [, name = '', file = ''] = request.url!.split('/');
    const site = sites[name];
    if (!site) return void response.writeHead(404).end();
    if (file === '') return void response.setHeader('content-type', 'text/html').end(home(site));
    if (file === 'feed.xml') return void response.setHeader('content-type', 'application/rss+xml').end(feed(site));
    const bytes = pictures[file as keyof typeof pictures];
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/png' }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let pages: Awaited<ReturnType<typeof serveSites>>;
let folder: string;
let room: ChildProcess;
let env: NodeJS.ProcessEnv;
let link: string;
let base: string;

/** Starts an installed room like `npm start`, and returns the sign-in link of its console. */
async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-wizard-'));
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const at = (name: string) => join(folder, name);
  const places = { CONTENT_DIR: at('content'), DIST_DIR: at('dist'), DATA_DIR: at('data') };
  const own = { HOST: '127.0.0.1', PORT: String(port), BASE_URL: '', INGEST_MINUTES: '0' };
  env = { ...process.env, ...places, ...own, ALLOWED_HOSTS: new URL(pages.origin).host };
  // Its pictures need not be encoded again.
  await cp(process.env.ROOM_DIST!, places.DIST_DIR, { recursive: true, verbatimSymlinks: true });
  const cwd = resolve(import.meta.dirname, '..');
  room = spawn(process.execPath, ['scripts/main.ts', 'start'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  link = await new Promise<string>((found, failed) => {
    room.stdout!.on('data', (text: Buffer) => {
      said += text;
      const [, address] = /Console\s+(\S+link=\S+)/.exec(said) ?? [];
      if (address) found(address);
    });
    room.once('exit', (code) => failed(new Error(`the room ended with ${code}: ${said}`)));
  });
}

test.beforeAll(async () => {
  test.setTimeout(longestMs);
  pages = await serveSites();
  await start();
});
test.afterAll(async () => {
  pages.server.close();
  room.kill('SIGTERM');
  await once(room, 'exit');
  await rm(folder, { recursive: true, force: true });
});
/** The folder is empty again for the next creator, without another start. */
test.afterEach(async () => {
  const content = join(folder, 'content');
  for (const name of await readdir(content))
    if (name !== '.build') await rm(join(content, name), { recursive: true, force: true });
});

async function enter(page: Page): Promise<void> {
  const [address] = (await command(env, 'sign-in')).split('\n');
  await page.goto(address!);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const written = async (name: string) => JSON.parse(await readFile(join(folder, 'content', name), 'utf8'));

/** Everything from the sign-in to the room; gives how many clicks it took. */
async function walk(
  page: Page,
  name: string,
  { enter: comesIn = enter, onFound = async () => {} }: { enter?: typeof enter; onFound?: () => Promise<void> } = {},
): Promise<number> {
  let clicks = 0;
  const click = async (role: 'button' | 'link', label: string | RegExp) => {
    clicks++;
    await page.getByRole(role, { name: label, exact: typeof label === 'string' }).click();
  };
  clicks++;
  await comesIn(page);
  await page.getByLabel('Address of your website').fill(`${pages.origin}/${name}/`);
  await click('button', 'Read website');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review what was found', { timeout: 120_000 });
  expect(await readdir(join(folder, 'content'))).toEqual(['.build']);
  await onFound();
  await click('button', 'Save');
  await expect(page.getByRole('link', { name: 'Go to the inbox' })).toBeVisible({ timeout: 240_000 });
  await click('link', 'Go to the inbox');
  clicks++;
  await page.getByLabel('Select all on this page').check();
  await click('button', 'Approve selected');
  const { items } = sites[name]!;
  const index = async () => (await (await fetch(`${base}/api/agent/content-index`)).json()).items?.length;
  await expect.poll(index, { timeout: 240_000 }).toBe(items.length);
  await click('link', 'View room');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sites[name]!.publication);
  await expect(page.getByText(items[0]!).first()).toBeVisible();
  return clicks;
}

test('a creator comes from an empty folder to a full room without a terminal, in at most 25 clicks', async ({
  page,
}) => {
  const printed = async () => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const onFound = async () => {
    await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Nora Veldkamp');
    const portrait = page.getByRole('group', { name: 'Portrait' });
    await expect(portrait.getByRole('radio').first()).toBeChecked();
    await expect(portrait.getByRole('img').first()).toHaveJSProperty('naturalWidth', 560);
    await page.getByRole('checkbox', { name: 'Banner' }).uncheck();
    await page.getByLabel('One-sentence description').fill('Roofs, and who mends them.');
  };
  const clicks = await walk(page, 'latin', { enter: printed, onFound });
  expect(clicks).toBeLessThanOrEqual(25);
  const creator = await written('creator.json');
  expect([creator.oneLiner, creator.banner, creator.portrait.file]).toEqual([
    'Roofs, and who mends them.',
    undefined,
    'portrait.png',
  ]);
  // The text fills only the biography of its length.
  expect(Object.values(creator.bios)).toEqual([sites.latin!.bio]);
  expect((await written('feeds.json')).feeds.map(({ url }: { url: string }) => url)).toEqual([
    `${pages.origin}/latin/feed.xml`,
  ]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const name of sized(['arabic'], ['arabic', 'japanese'])) {
    const { name: creatorName, language, direction, items } = sites[name]!;

    test(`an address of another private host is refused at its field with the setting that permits it; a room in ${language} fills`, async ({
      page,
    }) => {
      await enter(page);
      await page.getByLabel('Address of your website').fill('10.1.2.3');
      await page.getByRole('button', { name: 'Read website' }).click();
      await expect(page.locator('#address-problem')).toContainText('ALLOWED_HOSTS=10.1.2.3');
      await page.getByLabel('Address of your website').fill(`${pages.origin}/${name}/`);
      await page.getByRole('button', { name: 'Read website' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review what was found', { timeout: 120_000 });
      await page.getByLabel('Name', { exact: true }).first().fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.locator('.field.is-wrong')).toHaveCount(1);
      expect(await readdir(join(folder, 'content'))).toEqual(['.build']);
      await page.getByLabel('Name', { exact: true }).first().fill(creatorName);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Go to the inbox' })).toBeVisible({ timeout: 240_000 });
      expect((await written('creator.json')).language).toBe(language);
      expect(await readdir(join(folder, 'content', 'inbox'))).toHaveLength(items.length);
      await page.goto(`${base}/`);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
    });
  }
});

if (isLong)
  test('an Arabic room is set up the same way and reads from right to left', async ({ page }) => {
    expect(await walk(page, 'arabic')).toBeLessThanOrEqual(25);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });
