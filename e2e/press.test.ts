// Downloads for the press: PDFs with texts and fonts, the ZIP with checksums, and reproducible bytes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { node, postJson, type RunningRoom, startRoom } from './room.ts';
import { pagesIn } from './release.ts';

let room: RunningRoom;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-press-'));
  room = await startRoom();
});
after(async () => {
  await room?.stop();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const get = (path: string, headers: Record<string, string> = {}) => fetch(room.baseUrl + path, { headers });

/** Returns the output of a Poppler program for a PDF. */
async function ask(program: string, pdf: Buffer, ...args: string[]): Promise<string> {
  const file = join(folder, `${createHash('sha256').update(pdf).digest('hex')}.pdf`);
  await writeFile(file, pdf);
  const [before, behind] = program === 'pdftotext' ? [args, ['-']] : [args, []];
  return execFileSync(program, [...before, file, ...behind], { encoding: 'utf8' });
}
const wordsOf = async (pdf: Buffer): Promise<string> => (await ask('pdftotext', pdf, '-raw')).replace(/\s+/g, ' ');
/** Lines may end after a hyphen, too. */
const letters = (text: string): string => text.replace(/\s+/g, '');

test('the media kit as PDF says every approved word, and carries its fonts', async () => {
  const pdf = await bytesOf(await get('/media-kit.pdf'));
  const kit = await (await get('/api/agent/media-kit')).json();
  const words = letters(await wordsOf(pdf));
  const { short, medium, long } = kit.bios as Record<string, string>;
  for (const text of [
    short!,
    medium!,
    ...long!.split('\n\n'),
    kit.boilerplate,
    kit.pronunciation,
    kit.pressContact.email,
  ])
    assert.ok(words.includes(letters(text)), text);
  for (const { label } of [...kit.stats, ...kit.blurbs]) assert.ok(words.includes(letters(label)), label);
  const fonts = (await ask('pdffonts', pdf)).trim().split('\n').slice(2);
  assert.ok(fonts.length >= 2);
  for (const font of fonts) assert.match(font, /Source(Sans3|Serif4)\S* .*TrueType.* yes yes yes/, font);
});

test('a PDF names its title, author, language and date, has numbered pages, an outline and links to follow', async () => {
  for (const path of ['/media-kit.pdf', '/speaking.pdf']) {
    const pdf = await bytesOf(await get(path));
    const info = await ask('pdfinfo', pdf, '-isodates');
    assert.match(info, /^Title: +Isaura Penhallick: \S/m);
    assert.match(info, /^Author: +Isaura Penhallick$/m);
    assert.match(info, /^CreationDate: +2026-11-15T/m);
    const pages = Number(/^Pages: +(\d+)$/m.exec(info)![1]);
    assert.match(await wordsOf(pdf), new RegExp(`\\b${pages} / ${pages}\\b`));
    const raw = pdf.toString('latin1');
    assert.ok(raw.includes('/Lang (en-GB)'));
    assert.match(raw.match(/\/Title \((Introduction|Biography)\)/)?.[0] ?? 'no outline', /Title/);
    assert.match(/\/Outlines \d+ 0 R/.exec(raw)?.[0] ?? 'none', /\d/);
    const urls = await ask('pdfinfo', pdf, '-url');
    assert.ok(urls.includes('mailto:press@chartdatum.example.org'), urls);
    assert.ok(urls.includes(room.baseUrl), urls);
    assert.match(info, /^Tagged: +yes$/m);
    const structure = await ask('pdfinfo', pdf, '-struct-text');
    for (const part of [
      /^  Figure:/m,
      /^  H1 \(block\)\n +"Isaura/m,
      /^  H2 /m,
      /^      LBody /m,
      /^ +Link .*\n +"\S.*\n +Object/m,
    ])
      assert.match(structure, part);
  }
});

test('format=pdf gives the file with its validators, and an unchanged one is not sent twice', async () => {
  for (const name of ['media-kit', 'speaking']) {
    const answer = await get(`/api/agent/${name}?format=pdf`);
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.deepEqual(await bytesOf(answer), await bytesOf(await get(`/${name}.pdf`)));
    const etag = answer.headers.get('etag')!;
    assert.equal((await get(`/api/agent/${name}?format=pdf`, { 'if-none-match': etag })).status, 304);
    const since = answer.headers.get('last-modified')!;
    assert.equal((await get(`/api/agent/${name}?format=pdf`, { 'if-modified-since': since })).status, 304);
    const json = await get(`/api/agent/${name}?format=json`);
    assert.match(json.headers.get('content-type')!, /^application\/json/);
    assert.equal(((await json.json()) as { pdfUrl: string }).pdfUrl, `${room.baseUrl}/${name}.pdf`);
  }
  const refused = await get('/api/agent/speaking?format=docx');
  assert.equal(refused.status, 400);
  assert.deepEqual(((await refused.json()) as { error: { details: unknown } }).error.details, {
    field: 'format',
    allowed: ['json', 'pdf'],
  });
});

test('the index names both PDFs, and the sandbox has its own', async () => {
  const index = (await (await get('/api/agent')).json()) as { mediaKitPdfUrl: string; speakingPdfUrl: string };
  for (const url of [index.mediaKitPdfUrl, index.speakingPdfUrl]) assert.equal((await fetch(url)).status, 200);
  for (const [query, headers] of [
    ['&sandbox=1', {}],
    ['', { 'x-service-sandbox': 'true' }],
  ] as const) {
    const pdf = await bytesOf(await get(`/api/agent/media-kit?format=pdf${query}`, headers));
    const words = await wordsOf(pdf);
    assert.match(words, /Sandbox Creator/);
    assert.doesNotMatch(words, /Isaura/);
  }
});

const show = { showName: 'Радио «Ветер» · Ράδιο Άνεμος', topic: 'tides', audience: 'Listeners' };

test('a guest kit comes as PDF when asked for, and again at its address by format or by Accept', async () => {
  const made = await postJson(room, '/api/guest-kit', { ...show, format: 'pdf' });
  assert.equal(made.headers.get('content-type'), 'application/pdf');
  const pdf = await bytesOf(made);
  const url = made.headers.get('content-location')!;
  assert.deepEqual(await bytesOf(await fetch(`${url}?format=pdf`)), pdf);
  assert.deepEqual(await bytesOf(await fetch(url, { headers: { accept: 'application/pdf' } })), pdf);
  const kit = await (await fetch(url)).json();
  const words = letters(await wordsOf(pdf));
  for (const text of [show.showName, kit.introduction]) assert.ok(words.includes(letters(text)), text);
  for (const { question } of kit.interviewQuestions) assert.ok(words.includes(letters(question)), question);
});

test('the same Idempotency-Key gives the same PDF of the same kit', async () => {
  const ask = () => postJson(room, '/api/guest-kit', { ...show, format: 'pdf' }, { 'idempotency-key': 'press-1' });
  const first = await ask();
  const again = await ask();
  assert.equal(again.headers.get('content-location'), first.headers.get('content-location'));
  assert.deepEqual(await bytesOf(again), await bytesOf(first));
});

test('a show’s name becomes no link in a PDF, turns no text round, and does not run off the page', async () => {
  const showName = `https://evil.example/ \u202eevil mailto:x@evil.example ${'W'.repeat(140)}`;
  const pdf = await bytesOf(await postJson(room, '/api/guest-kit', { showName, format: 'pdf' }));
  assert.doesNotMatch(await ask('pdfinfo', pdf, '-url'), /evil/);
  const boxes = await ask('pdftotext', pdf, '-bbox');
  for (const [, right] of boxes.matchAll(/xMax="([\d.]+)"/g)) assert.ok(Number(right) < 595, right);
  assert.equal(boxes.includes('\u202e'), false);
});

test('a tool asked for a PDF makes no kit and says where PDFs are', async () => {
  const call = { tool: 'generate_guest_kit', arguments: { ...show, format: 'pdf' } };
  const answer = await postJson(room, '/api/mcp/call', call);
  assert.equal(answer.status, 400);
  assert.equal(((await answer.json()) as { error: { details: { field: string } } }).error.details.field, 'format');
});

test('the ZIP holds pictures, texts and PDFs, and its manifest and checksums are right', async () => {
  const kit = (await (await get('/api/agent/media-kit')).json()) as {
    zipUrl: string;
    bios: { short: string };
    headshots: { sha256: string; credit: string }[];
    logos: unknown[];
  };
  const answer = await fetch(kit.zipUrl);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  const files = new Map(Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))));
  const top = 'isaura-penhallick-media-kit/';
  const textOf = (path: string) => Buffer.from(files.get(top + path)!).toString();
  const sums = textOf('SHA256SUMS').trim().split('\n');
  assert.equal(sums.length, files.size - 1);
  for (const line of sums) {
    const [sum, path] = line.split('  ') as [string, string];
    assert.equal(
      createHash('sha256')
        .update(files.get(top + path)!)
        .digest('hex'),
      sum,
      path,
    );
  }
  const manifest = JSON.parse(textOf('manifest.json')) as {
    files: { path: string; sha256: string; credit?: string }[];
  };
  const pictures = manifest.files.filter(({ path }) => /^(headshots|logos)\//.test(path));
  assert.equal(new Set(pictures.map(({ sha256 }) => sha256)).size, pictures.length);
  const prints = pictures.filter(({ path }) => path.endsWith('-print.jpg'));
  assert.deepEqual(
    prints.map(({ credit }) => credit),
    kit.headshots.map(({ credit }) => credit),
  );
  const page = await (await get('/media-kit')).text();
  const [, size, unit] = /Download all \(ZIP, ([\d.]+) (kB|MB)\)/.exec(page)!;
  const bytes = Number(answer.headers.get('content-length'));
  assert.ok(Math.abs(Number(size) * (unit === 'MB' ? 1e6 : 1e3) - bytes) <= (unit === 'MB' ? 50_000 : 500));
  for (const { path } of pictures) {
    assert.match(path, /-(web|print|vector)\.(jpg|png|svg)$/);
    assert.ok(page.includes(`href="/media-kit/${path}"`), path);
    assert.deepEqual(Buffer.from(files.get(top + path)!), await bytesOf(await get(`/media-kit/${path}`)));
  }
  const { format, density, exif } = await sharp(files.get(top + prints[0]!.path)!).metadata();
  assert.deepEqual([format, density], ['jpeg', 300]);
  assert.match(exif!.toString('latin1'), new RegExp(prints[0]!.credit!));
  assert.equal(textOf('texts/bio-short.txt').trim(), kit.bios.short);
  assert.deepEqual(Buffer.from(files.get(`${top}media-kit.pdf`)!), await bytesOf(await get('/media-kit.pdf')));
});

test('people make a guest kit with a form, read it as a page, and take it away as PDF and Markdown', async () => {
  for (const page of ['/booking', '/prepare', '/prepare?showUrl=https://show.example.org'])
    assert.match(await (await get(page)).text(), /href="\/guest-kit/, page);
  assert.match(await (await get('/guest-kit?showUrl=https://x.example')).text(), /value="https:\/\/x\.example"/);
  const send = (fields: Record<string, string>) =>
    fetch(`${room.baseUrl}/guest-kit`, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await send({ showName: '<b>Pier</b>', showUrl: '', topic: 'tides', audience: '', payment: '' });
  assert.equal(answer.status, 200);
  const page = await answer.text();
  assert.ok(page.includes('&lt;b&gt;Pier&lt;/b&gt;') && !page.includes('<b>Pier'));
  assert.match(page, /<h2>[^<]*Pier[\s\S]*<h3>To read aloud<\/h3>/);
  const [pdf, markdown] = [...page.matchAll(/href="(\/api\/guest-kit\/[^"]+)"/g)].map(([, href]) => href!);
  assert.ok((await wordsOf(await bytesOf(await get(pdf!)))).includes('Pier'));
  assert.match(await (await get(markdown!)).text(), /^# .*Pier/m);
  const wrong = await send({ showName: 'X', showUrl: 'nothing' });
  assert.equal(wrong.status, 400);
  assert.match(await wrong.text(), /Not a valid web address[\s\S]*value="X"/);
  assert.equal((await get('/guest-kit?id=none')).status, 404);
});

test('HEAD of a page that answers in its form has the headers of GET', async () => {
  const own = /^(date|connection|keep-alive|x-request-id|.*ratelimit.*)$/;
  const told = async (path: string, method: string) => {
    const { status, headers } = await fetch(room.baseUrl + path, { method });
    return { status, isRated: headers.has('ratelimit'), headers: [...headers].filter(([name]) => !own.test(name)) };
  };
  for (const path of ['/search?q=tides', '/prepare?showUrl=https://a.example', '/guest-kit?showName=x', '/read?for=x'])
    assert.deepEqual(await told(path, 'HEAD'), await told(path, 'GET'), path);
});

function etagsIn(dist: string): Record<string, string> {
  const { '/api/agent/profile': _, ...pages } = pagesIn(dist);
  return Object.fromEntries(Object.entries(pages).map(([path, { etag }]) => [path, etag]));
}

test('all files have the same bytes in a build from scratch, in another time zone', async () => {
  const dist = join(folder, 'dist');
  const env = { ...room.env, BASE_URL: room.baseUrl, DIST_DIR: dist, TZ: 'Pacific/Auckland', LANG: 'C' };
  await node(env, 'scripts/main.ts', 'build');
  // The running room counts its calls into the profile.
  const etags = etagsIn(dist);
  assert.ok(Object.keys(etags).length > 300);
  assert.deepEqual(etags, etagsIn(room.dist));
});
