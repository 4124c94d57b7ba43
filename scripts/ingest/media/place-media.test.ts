// Tests pictures and recordings over http with a host that serves HTTP and HTTPS on one port.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { describeNotice } from '#contract/notices.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { copyBaseName } from '#domain/items/media-replacements.ts';
import { readUncopiedCount } from '../../../sidecar/content/media-copies.ts';
import { createCertificate } from '../../../sidecar/outgoing/test-certificate.ts';
import { openCatalog } from '../../build/catalog.ts';
import { placeMedia, type PlaceOptions } from './place-media.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-places-'));
const certificate = createCertificate('media.test');
let port: number;
let server: Server;
let inner: [Server, Server];
const sockets = new Set<Socket>();

/** Files of the test host by protocol and path. */
let files: Record<string, { type: string; body: Buffer; status?: number; location?: string }> = {};
let asked: string[] = [];

const answer =
  (protocol: string): RequestListener =>
  (request, response) => {
    const name = `${protocol}:${request.url}`;
    asked.push(name);
    const {
      type,
      body,
      status = 200,
      location,
    } = files[name] ?? { type: 'text/plain', body: Buffer.from('no'), status: 404 };
    response.writeHead(status, { 'content-type': type, ...(location && { location }), connection: 'close' }).end(body);
  };

before(async () => {
  inner = [createHttpServer(answer('http')), createHttpsServer(certificate, answer('https'))];
  const [plain, tls] = inner;
  for (const one of inner) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', (first) => {
      const { port: behind } = (first[0] === 0x16 ? tls : plain).address() as AddressInfo;
      const through = connect(behind, '127.0.0.1', () => through.write(first));
      sockets.add(through.on('error', () => undefined));
      socket.pipe(through).pipe(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
after(() => {
  for (const one of [server, ...inner]) one.close();
  for (const socket of sockets) socket.destroy();
  rmSync(contentDir, { recursive: true });
});
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  for (const folder of ['published', 'inbox']) mkdirSync(join(contentDir, folder), { recursive: true });
  write('feeds.json', { feeds: [], allowPrivateHosts: ['media.test'] });
  write('creator.json', {
    ...{ name: 'A', publication: 'B', oneLiner: '', description: '', language: 'en', topics: [], themes: [] },
  });
  write('settings.json', { copyPictures: false });
  [files, asked] = [{}, []];
});

const write = (name: string, value: unknown) => writeFileSync(join(contentDir, name), JSON.stringify(value));
const at = (path: string) => `http://media.test:${port}${path}`;
let picture: Buffer;
before(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
});
const sound = Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(2000)]);
const id = 'one-0a1b2c3d';

function put(fields: object, body = '', folder = 'published'): void {
  const item = { id, type: 'episode' as const, title: 'One', date: '2026-05-01T06:00:00Z', keywords: [], ...fields };
  writeFileSync(join(contentDir, folder, `${id}.md`), formatItemFile({ item, body }));
}
const resolve = ((_: string, options: { all?: boolean }, done: (...values: unknown[]) => void) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never;
let clock = Date.parse('2026-06-01T12:00:00Z');
const place = async (options: Partial<PlaceOptions> = {}) =>
  (await placeMedia({ contentDir, now: () => new Date(clock), resolve, ca: certificate.cert, ...options })).map(
    describeNotice,
  );

/** Returns the item as pages see it. */
async function shown() {
  const { items, problems } = await openCatalog(contentDir).read();
  assert.deepEqual(problems, []);
  return JSON.parse(JSON.stringify(items[0]));
}
const copies = () =>
  existsSync(join(contentDir, 'media/copies')) ? readdirSync(join(contentDir, 'media/copies')) : [];

test('a file that works over https is loaded from there and requested once', async () => {
  files = {
    'https:/a.png': { type: 'image/png', body: picture },
    'https:/a.mp3': { type: 'audio/mpeg', body: sound },
    'https:/b.png': { type: 'image/png', body: picture },
  };
  put({ image: at('/a.png'), audioUrl: at('/a.mp3') }, `![B](${at('/b.png')})`);
  assert.deepEqual(await place(), [
    '2 pictures switched from http to https.',
    'One recording switched from http to https.',
  ]);
  const item = await shown();
  assert.deepEqual(
    [item.image, item.audioUrl],
    [at('/a.png'), at('/a.mp3')].map((one) => one.replace('http:', 'https:')),
  );
  assert.equal(item.mediaReplacements[at('/b.png')], at('/b.png').replace('http:', 'https:'));
  assert.deepEqual(copies(), []);
  const before = asked.length;
  assert.deepEqual(await place(), []);
  assert.equal(asked.length, before);
});

test('other files are copied, and copies are reused after the state file is lost', async () => {
  files = {
    'http:/a': { type: 'image/png', body: picture },
    'http:/a.mp3': { type: 'audio/mpeg', body: sound },
    'https:/a.mp3': { type: 'text/html', body: Buffer.from('Sign in') },
  };
  put({ thumbnailUrl: at('/a'), audioUrl: at('/a.mp3') });
  assert.deepEqual(await place(), ['One picture was copied into the room.', 'One recording was copied into the room.']);
  const { thumbnailUrl, audioUrl, mediaReplacements } = await shown();
  assert.match(thumbnailUrl, /^media\/copies\/[0-9a-f]{16}\.webp$/);
  assert.equal(audioUrl, at('/a.mp3'));
  assert.match(mediaReplacements[audioUrl], /^media\/copies\/[0-9a-f]{16}\.mp3$/);
  const { media, recordings = [] } = (await openCatalog(contentDir).read()).facts;
  assert.deepEqual([media.length, media[0]?.width, recordings.length, recordings[0]?.type], [1, 40, 1, 'audio/mpeg']);
  [files, asked] = [{}, []];
  rmSync(join(contentDir, '.build'), { recursive: true });
  assert.deepEqual((await shown()).mediaReplacements, mediaReplacements);
  await place();
  assert.deepEqual([asked, (await shown()).thumbnailUrl], [[], thumbnailUrl]);
});

test('a deleted copy is created again', async () => {
  files = { 'http:/a': { type: 'image/png', body: picture } };
  put({ image: at('/a') });
  await place();
  rmSync(join(contentDir, 'media'), { recursive: true });
  await place();
  assert.equal(copies().length, 1);
});

test('https that redirects to http does not count', async () => {
  files = {
    'https:/a': { type: 'text/plain', body: Buffer.alloc(0), status: 302, location: at('/a') },
    'http:/a': { type: 'image/png', body: picture },
  };
  put({ image: at('/a') });
  await place();
  assert.match((await shown()).image, /^media\/copies\//);
});

test('https with an untrusted certificate does not count', async () => {
  for (const protocol of ['http', 'https']) files[`${protocol}:/a`] = { type: 'image/png', body: picture };
  put({ image: at('/a') });
  await place({ ca: createCertificate('media.test').cert });
  assert.match((await shown()).image, /^media\/copies\//);
});

test('a file that cannot be copied stays a link, is reported by each ingest, and is retried after a day', async () => {
  files = {
    'http:/page': { type: 'image/png', body: Buffer.from('<html>') },
    'http:/drawing': { type: 'image/svg+xml', body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    'http:/list.mp3': { type: 'audio/mpeg', body: Buffer.from('#EXTM3U\nhttp://10.0.0.1/') },
    'http:/long.mp3': { type: 'audio/mpeg', body: Buffer.concat([sound, Buffer.alloc(25 * 1024 ** 2)]) },
  };
  const list = at('/list.mp3');
  const page = at('/page');
  const drawing = at('/drawing');
  put({ image: page, audioUrl: list, videoUrl: at('/long.mp3') }, `![D](${drawing}) ![Gone](${at('/gone')})`);
  const notices = await place();
  const stays = 'is not shown because it cannot be copied';
  assert.deepEqual(notices, [
    `A picture ${stays}: ${page}: The file is not a picture that browsers support.`,
    `A picture ${stays}: ${drawing}: The file is not a picture that browsers support.`,
    `A picture ${stays}: ${at('/gone')}: The host answers with status 404.`,
    `A recording ${stays}: ${list}: The address leads to a playlist or a web page, not to a recording.`,
    `A recording ${stays}: ${at('/long.mp3')}: The answer is larger than 25 MiB.`,
  ]);
  assert.deepEqual(copies(), []);
  assert.deepEqual([(await shown()).image, (await shown()).lostPictures?.length], [undefined, 5]);
  const before = asked.length;
  assert.deepEqual(await place(), notices);
  assert.equal(asked.length, before);
  clock += 25 * 60 * 60 * 1000;
  files['https:/gone'] = { type: 'image/png', body: picture };
  assert.equal((await place())[0], 'One picture switched from http to https.');
});

test('private addresses are not requested', async () => {
  write('feeds.json', { feeds: [] });
  files = { 'http:/a': { type: 'image/png', body: picture } };
  put({ image: at('/a') });
  assert.match((await place())[0]!, /is not a public internet address/);
  assert.deepEqual(asked, []);
});

test('the next run copies what remains, including files of waiting items', async () => {
  files = { 'https:/a': { type: 'image/png', body: picture }, 'https:/b': { type: 'image/png', body: picture } };
  put({ image: at('/a'), thumbnailUrl: at('/b') }, '', 'inbox');
  assert.match((await place({ bounds: { addresses: 1 } }))[1]!, /^One picture will be copied in the background/);
  assert.deepEqual(await place(), ['One picture switched from http to https.']);
});

test('the newest item gets its picture first', async () => {
  files = { 'http:/old': { type: 'image/png', body: picture }, 'http:/new': { type: 'image/png', body: picture } };
  const older = { id: 'a-0a1b2c3d', type: 'episode' as const, title: 'A', date: '2020-05-01T06:00:00Z', keywords: [] };
  const text = formatItemFile({ item: { ...older, image: at('/old') }, body: '' });
  writeFileSync(join(contentDir, 'published', `${older.id}.md`), text);
  put({ image: at('/new') });
  await place({ bounds: { addresses: 1 } });
  assert.deepEqual([...new Set(asked)], ['https:/new', 'http:/new']);
});

test('copying stops at the limit for all copies', async () => {
  files = { 'http:/a': { type: 'image/png', body: picture }, 'http:/b': { type: 'image/png', body: picture } };
  put({ image: at('/a') });
  await place();
  put({ image: at('/a'), thumbnailUrl: at('/b') });
  assert.match((await place({ bounds: { bytes: 1 } }))[0]!, /b: The copies already use more than/);
});

test('an unused copy is deleted in all sizes at the second ingest, unless an item file cannot be read', async () => {
  const wide = await sharp(picture).resize(1300).png().toBuffer();
  files = { 'http:/a': { type: 'image/png', body: picture }, 'http:/b': { type: 'image/png', body: wide } };
  put({ image: at('/a'), thumbnailUrl: at('/b') });
  await place();
  put({ image: at('/a') });
  await place();
  assert.equal(copies().length, 4);
  writeFileSync(join(contentDir, 'published', 'torn-00000000.md'), `---\nimage: "${at('/b')}"\n`);
  await place();
  assert.equal(copies().length, 4);
  rmSync(join(contentDir, 'published', 'torn-00000000.md'));
  writeFileSync(join(contentDir, 'media/copies/own.png'), picture);
  await place();
  assert.deepEqual([copies().length, copies().includes('own.png')], [2, true]);
  assert.match((await shown()).image, /^media\/copies/);
});

test('pictures of published items are copied in several sizes and requested once; those of waiting items are not', async () => {
  write('settings.json', {});
  const large = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer();
  files = {
    'https:/large.jpg': { type: 'image/jpeg', body: large },
    'http:/b.png': { type: 'image/png', body: picture },
    'https:/b.png': { type: 'image/png', body: picture },
  };
  const secure = at('/large.jpg').replace('http:', 'https:');
  const plain = at('/b.png');
  put({ image: secure }, `![B](${plain})`);
  const waiting = { id: 'two-0a1b2c3d', image: secure.replace('large', 'waits') };
  put(waiting, '', 'inbox');
  assert.deepEqual(await place(), ['2 pictures were copied into the room.']);
  assert.deepEqual(asked.sort(), ['http:/b.png', 'https:/large.jpg']);
  const name = copyBaseName(secure);
  assert.deepEqual(
    copies().filter((file) => file.startsWith(name)),
    [`${name}-480.webp`, `${name}-960.webp`, `${name}.webp`],
  );
  const { facts } = await openCatalog(contentDir).read();
  assert.equal(facts.copiesPictures, true);
  const whole = facts.media.find(({ file }) => file === `copies/${name}.webp`)!;
  assert.deepEqual([whole.width, whole.height], [1600, 800]);
  const { image, hash } = await shown();
  assert.equal(image, secure);
  assert.equal(await readUncopiedCount(contentDir), 0);
  asked = [];
  assert.deepEqual([await place(), asked], [[], []]);
  rmSync(join(contentDir, '.build'), { recursive: true });
  assert.deepEqual([(await shown()).hash, await readUncopiedCount(contentDir)], [hash, 0]);
  for (const folder of ['.build', 'media']) rmSync(join(contentDir, folder), { recursive: true });
  assert.notEqual((await shown()).hash, hash);
  assert.equal(await readUncopiedCount(contentDir), 2);
});

test('a picture that cannot be copied is retried after a day and does not count as pending', async () => {
  write('settings.json', { copyPictures: true });
  put({ image: at('/gone.png').replace('http:', 'https:') });
  const [notice] = await place();
  assert.match(
    notice!,
    /^A picture is not shown because it cannot be copied: .*gone\.png: The host answers with status 404\.$/,
  );
  assert.equal((await shown()).image, undefined);
  assert.equal(await readUncopiedCount(contentDir), 0);
  asked = [];
  await place();
  assert.deepEqual(asked, []);
  clock += 25 * 60 * 60 * 1000;
  await place({ bounds: { addresses: 0 } });
  assert.equal((await shown()).image, undefined);
  files['https:/gone.png'] = { type: 'image/png', body: picture };
  assert.deepEqual(await place(), ['One picture was copied into the room.']);
});
