// Pictures of the room: in sizes that fit, on the cards of shared links, and without trouble from those that are
// broken.
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { creator, testContent } from './content.ts';
import { command, foldersIn, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
before(async () => void (room = await startRoom()));
after(() => room?.stop());

const page = async (path: string) => (await fetch(room.baseUrl + path)).text();
const attribute = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value!);
const pictureAt = async (url: string) => sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();

/** The pictures that a page offers, with their format and width. */
const offeredPictures = (html: string) =>
  [...html.matchAll(/<source type="image\/(\w+)" srcset="([^"]+)"/g)].flatMap(([, type, set]) =>
    set!.split(', ').map((entry) => {
      const [address, width] = entry.split(' ') as [string, string];
      return { type, address, width };
    }),
  );

test('every size that a page offers is there, as wide as it says, in the format that it says', async () => {
  const seen = new Set<string>();
  for (const path of ['/', '/articles', '/media-kit', '/speaking']) {
    for (const { type, address, width } of offeredPictures(await page(path))) {
      if (seen.has(address)) continue;
      seen.add(address);
      const answer = await fetch(room.baseUrl + address);
      assert.equal(answer.headers.get('content-type'), `image/${type}`, address);
      const found = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      assert.equal(`${found.width}w`, width, address);
      const isNamedByBytes = address.startsWith('/pictures/');
      assert.match(answer.headers.get('cache-control')!, isNamedByBytes ? /immutable/ : /max-age/, address);
    }
  }
  assert.ok(seen.size > 40, String(seen.size));
});

test('no picture of the room moves the page: each has its width and height', async () => {
  for (const path of ['/', '/articles', '/media-kit', '/episodes', '/videos']) {
    const own = attribute(await page(path), /(<img[^>]*src="\/media\/[^>]*>)/g);
    for (const tag of own) assert.match(tag, /width="\d+" height="\d+"/, `${path}: ${tag}`);
  }
});

test('every page of the sitemap has a card of the size that it says', async () => {
  const sitemap = attribute(await page('/sitemap-index.xml'), /<loc>([^<]+)<\/loc>/g);
  const urls: string[] = [];
  for (const url of sitemap) urls.push(...attribute(await (await fetch(url)).text(), /<loc>([^<]+)<\/loc>/g));
  const cards = new Set<string>();
  for (const url of urls) {
    const html = await (await fetch(url)).text();
    const [card] = attribute(html, /property="og:image" content="([^"]+)"/g);
    assert.ok(card, url);
    if (cards.has(card)) continue;
    cards.add(card);
    const { width, height, format } = await pictureAt(card);
    assert.deepEqual([width, height, format], [1200, 630, 'jpeg'], card);
  }
  const itemPages = urls.filter((url) => /\/(articles|episodes|videos)\/[^/]+-[0-9a-f]{8}$/.test(url));
  assert.ok(itemPages.length > 30);
  assert.ok(cards.size > itemPages.length);
});

test('every cover that the podcast names is square, and a JPEG or PNG of the size that directories ask for', async () => {
  const named = new Set(attribute(await page('/podcast.xml'), /<itunes:image href="([^"]+)"/g));
  assert.ok(named.size > 1);
  for (const url of named) {
    const { width, height, format } = await pictureAt(url);
    assert.ok(format === 'jpeg' || format === 'png', url);
    assert.equal(width, height, url);
    assert.ok(width >= 1400 && width <= 3000, `${url}: ${width}`);
  }
});

test('the icons that a page and its manifest name are there', async () => {
  const html = await page('/');
  const icons = attribute(html, /<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g);
  assert.deepEqual(icons, ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']);
  const answer = await fetch(`${room.baseUrl}/site.webmanifest`);
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json');
  const manifest = (await answer.json()) as { icons: { src: string; type: string }[] };
  for (const path of [...icons.map((src) => ({ src, type: 'image/' })), ...manifest.icons])
    assert.ok((await fetch(room.baseUrl + path.src)).headers.get('content-type')!.startsWith(path.type), path.src);
});

test('a broken picture, a huge one and letters without a glyph give warnings, and the room is built all the same', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const portrait = await sharp({ create: { width: 600, height: 750, channels: 3, background: '#844', noise } })
    .png()
    .toBuffer();
  const content = await testContent({
    'creator.json': JSON.stringify({
      ...creator,
      name: 'Test 𓀀 Creator',
      portrait: { file: 'portrait.png', alt: 'A portrait.' },
      banner: { file: 'huge.jpg', alt: 'A banner.' },
      headshots: [{ file: 'portrait.png', alt: 'A portrait.' }],
    }),
  });
  await mkdir(join(content, 'media'));
  // The head can be read, and half of the picture behind it is gone.
  await writeFile(join(content, 'media', 'portrait.png'), portrait.subarray(0, portrait.length / 2));
  // Only its header says that it is huge.
  const huge = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(9_200, frame + 5);
  huge.writeUInt16BE(11_000, frame + 7);
  await writeFile(join(content, 'media', 'huge.jpg'), huge);
  const folders = { ...foldersIn(content), CONTENT_DIR: content, BASE_URL: 'http://127.0.0.1:1' };
  const said = await command({ ...process.env, ...folders }, 'build');
  assert.match(said, /media\/portrait\.png: left out of the PDFs/);
  assert.match(said, /media\/huge\.jpg: left out of the PDFs: Input image exceeds pixel limit/);
  assert.match(said, /media\/huge\.jpg: shown only in its original size/);
  assert.match(said, /media-kit\.pdf: left out, because no typeface contains it: 𓀀/u);
  assert.match(said, /Build: release/);
  await rm(content, { recursive: true, force: true });
});
