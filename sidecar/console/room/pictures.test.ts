// Tests picture uploads: what is stored and published, and how hostile files are handled.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { sqliteStore } from '../../storage/test-stores.ts';
import { maxUploadBytes } from '../multipart.ts';
import { type Browser, openBrowser, openConsole, readPage, readStoredForm, signInByLink } from '../test-console.ts';
import type { FileField } from './fields.ts';
import type { RoomFormModel } from './page.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const open = sqliteStore();

const creator = {
  ...{ name: 'Ida Measure', publication: 'Low Water', oneLiner: 'One.', description: 'Two.', language: 'en' },
  ...{ topics: [], themes: [] },
  logos: [{ file: 'old.svg', alt: 'Old', mine: 1 }],
};

async function fresh() {
  for (const name of readdirSync(contentDir)) rmSync(join(contentDir, name), { recursive: true });
  writeFileSync(join(contentDir, 'creator.json'), JSON.stringify(creator));
  const console = openConsole(open(), { contentDir });
  return { console, browser: await signInByLink(console) };
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(contentDir, folder)).sort();
  } catch {
    return [];
  }
};
const read = () => JSON.parse(readFileSync(join(contentDir, 'creator.json'), 'utf8'));

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#205060' } });
const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 19/1 0/1' }, IFD0: { Model: 'Sextant 7' } };
let photo: Buffer;
before(async () => {
  photo = await flat(300, 200).withExif(gps).jpeg().toBuffer();
});

function formOf(files: [name: string, bytes: Uint8Array | string][], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ place: 'headshots', alt: 'At the quay', ...fields }))
    form.set(name, value);
  for (const [name, bytes] of files) form.append('file', new File([bytes as BlobPart], name));
  return form;
}
/** Returns a PNG whose header claims 20,000 × 20,000 pixels. */
function hugePng(png: Buffer): Buffer {
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
function hugeJpeg(jpeg: Buffer): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(16_000, frame + 5);
  jpeg.writeUInt16BE(16_000, frame + 7);
  return jpeg;
}
/** Returns an AVIF whose header claims a width of 20,000 pixels. No encoder writes such a file. */
function wideAvif(avif: Buffer): Buffer {
  avif.writeUInt32BE(20_000, avif.indexOf('ispe') + 8);
  return avif;
}
const add = (browser: Browser, ...sent: Parameters<typeof formOf>) =>
  browser.upload('/room/pictures/add', formOf(...sent));

test('a picture is published upright without location and device, and its original is stored unchanged', async () => {
  const { console, browser } = await fresh();
  const upright = await sharp(photo).withMetadata({ orientation: 6 }).toBuffer();
  assert.ok((await sharp(upright).metadata()).exif);
  const answer = await add(browser, [['Quay, at Night.JPEG', upright]], { credit: 'Eva Lind', license: '' });
  assert.match(String(answer.headers.location), /notice=picturesAdded&count=1$/);
  const bytes = readFileSync(join(contentDir, 'media/quay-at-night.jpg'));
  const { exif, xmp, iptc, width, height, orientation } = await sharp(bytes).metadata();
  assert.deepEqual(
    [exif, xmp, iptc, orientation, width, height],
    [undefined, undefined, undefined, undefined, 200, 300],
  );
  assert.ok(!bytes.includes('Sextant'));
  assert.ok(readFileSync(join(contentDir, 'originals/quay-at-night.jpg')).equals(upright));
  assert.deepEqual(read().headshots, [{ file: 'quay-at-night.jpg', alt: 'At the quay', credit: 'Eva Lind' }]);
  assert.deepEqual(read().logos, creator.logos);
  assert.deepEqual(console.requested, ['build']);
});

test('a new portrait replaces the old one and drops its focal point', async () => {
  const { browser } = await fresh();
  const portrait = { file: 'me.jpg', alt: 'Me', focus: { x: 1, y: 2 }, source: 'https://me.example/' };
  writeFileSync(join(contentDir, 'creator.json'), JSON.stringify({ ...creator, portrait }));
  await add(browser, [['me.jpg', photo]], { place: 'portrait', alt: 'Me, again' });
  await add(browser, [['me.jpg', photo]], { place: 'portrait', alt: 'Me, a third time' });
  assert.deepEqual(read().portrait, { file: 'me-2.jpg', alt: 'Me, a third time' });
  assert.deepEqual(filesIn('media'), ['me-2.jpg', 'me.jpg']);
});

test('path attacks: any file name becomes a plain name in media', async () => {
  const { browser } = await fresh();
  for (const name of ['../../creator.json', '..\\..\\x.png', '/etc/passwd', 'a\0b.svg', '.htaccess', '%2e%2e%2fx'])
    assert.equal((await add(browser, [[name, photo]])).statusCode, 303, name);
  for (const name of filesIn('media')) assert.match(name, /^[a-z0-9][a-z0-9-]*\.jpg$/);
  assert.deepEqual(filesIn('.'), ['creator.json', 'media', 'originals']);
  assert.equal(filesIn('media').length, 6);
});

test('files that are not pictures are rejected by content, whatever their names', async () => {
  const { console, browser } = await fresh();
  const before = readFileSync(join(contentDir, 'creator.json'), 'utf8');
  const refused: [string, Uint8Array | string, RegExp][] = [
    ['page.png', '<!doctype html><script>alert(1)</script>', /not a supported picture/],
    ['sound.jpg', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(900)]), /not a supported picture/],
    ['cut.png', (await flat(400, 400).png().toBuffer()).subarray(0, 120), /damaged|not a supported picture/],
    ['scan.jpg', await flat(20, 20).tiff().toBuffer(), /tiff/],
    ['none.jpg', '', /none\.jpg: It is empty/],
    ['wall.png', hugePng(await flat(20, 20).png().toBuffer()), /more than 100 megapixels/],
    ['wall.jpg', hugeJpeg(await flat(20, 20).jpeg().toBuffer()), /more than 100 megapixels/],
    [
      'bomb.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
      /megapixels|not a supported picture/,
    ],
  ];
  for (const [name, bytes, why] of refused) {
    const answer = await add(browser, [[name, bytes]]);
    assert.equal(answer.statusCode, 422, name);
    assert.match(readPage<RoomFormModel>(answer).frame.notice!.text, why, name);
    assert.equal(readPage<RoomFormModel>(answer).model.upload!.alt, 'At the quay');
  }
  assert.equal((await add(browser, [])).statusCode, 422);
  assert.equal((await add(browser, [['a.jpg', photo]], { place: 'speaking' })).statusCode, 422);
  assert.equal((await add(browser, [['a.jpg', photo]], { alt: ' ' })).statusCode, 422);
  assert.deepEqual([readFileSync(join(contentDir, 'creator.json'), 'utf8'), console.requested], [before, []]);
  assert.deepEqual(filesIn('media'), []);
});

test('no file is stored if one of several is rejected or only one is allowed', async () => {
  const { console, browser } = await fresh();
  const logo = await flat(300, 90).png().toBuffer();
  const refused: { files: Parameters<typeof formOf>[0]; place: string; why: RegExp }[] = [
    {
      files: [
        ['logo.png', logo],
        ['page.png', '<!doctype html>'],
      ],
      place: 'logos',
      why: /^page\.png: .*not a supported picture/,
    },
    {
      files: [
        ['one.png', logo],
        ['two.png', logo],
      ],
      place: 'portrait',
      why: /only one picture/,
    },
  ];
  for (const { files, place, why } of refused) {
    const answer = await add(browser, files, { place });
    assert.equal(answer.statusCode, 422, String(why));
    assert.match(readPage<RoomFormModel>(answer).frame.notice!.text, why);
  }
  assert.deepEqual([filesIn('media'), filesIn('originals'), read(), console.requested], [[], [], creator, []]);
});

test('picture problems are translated', async () => {
  const { browser } = await fresh();
  await browser.post('/account/language', { language: 'de' });
  const { frame } = readPage<RoomFormModel>(await add(browser, [['page.png', 'no picture']]));
  assert.equal(frame.notice!.text, 'page.png: Die Datei hat kein unterstütztes Bildformat.');
});

test('a picture that cannot be published is reported as damaged or too large', async () => {
  const { browser } = await fresh();
  await browser.post('/account/language', { language: 'de' });
  const whole = await flat(400, 400).png().toBuffer();
  const refused: [string, Uint8Array, string][] = [
    ['cut.png', whole.subarray(0, whole.length / 2), 'Die Bilddatei ist beschädigt.'],
    ['wide.avif', wideAvif(await flat(40, 20).avif().toBuffer()), 'Das Bild hat zu viele Pixel.'],
  ];
  for (const [name, bytes, why] of refused) {
    const { frame } = readPage<RoomFormModel>(await add(browser, [[name, bytes]]));
    assert.equal(frame.notice!.text, `${name}: ${why}`);
  }
});

test('an SVG is stored unchanged only if it can neither run nor load anything', async () => {
  const { browser } = await fresh();
  const drawing = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/>${inside}</svg>`;
  const active = [
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<rect onload="alert(1)"/>',
    '<image href="https://spy.example/x.png"/>',
    '<style>@import "https://spy.example/x.css"</style>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
  ];
  for (const inside of active) await add(browser, [['logo.svg', drawing(inside)]], { place: 'logos' });
  const hidden = Buffer.from(`\ufeff${drawing('<script>alert(1)</script>')}`, 'utf16le');
  await add(browser, [['logo.svg', hidden]], { place: 'logos' });
  assert.ok(
    filesIn('media').every((name) => name.endsWith('.png')),
    String(filesIn('media')),
  );
  await add(browser, [['logo.svg', drawing('')]], { place: 'logos' });
  assert.equal(readFileSync(join(contentDir, 'media/logo.svg'), 'utf8'), drawing(''));
});

test('uploads are read only from the creator and up to a limit', async () => {
  const { console, browser } = await fresh();
  const stranger = openBrowser(console);
  const refused = await add(stranger, [['a.jpg', photo]]);
  assert.deepEqual([refused.statusCode, refused.headers.location], [303, '/console/sign-in']);
  const forged = formOf([['a.jpg', photo]]);
  forged.set('csrf', 'x');
  const body = new Response(forged);
  const answer = await console.app.inject({
    method: 'POST',
    url: '/console/room/pictures/add',
    headers: { host: 'localhost', cookie: browser.cookie, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  assert.equal(answer.statusCode, 403);
  const large = await add(browser, [['a.jpg', new Uint8Array(maxUploadBytes)]]);
  assert.equal(large.statusCode, 413);
  assert.deepEqual(filesIn('media'), []);
});

test('pictures that exceed the total limit return the form with the limit', async () => {
  const { console, browser } = await fresh();
  await browser.post('/account/language', { language: 'de' });
  const large = await add(browser, [['a.jpg', new Uint8Array(maxUploadBytes)]]);
  assert.equal(large.statusCode, 413);
  const { frame, model } = readPage<RoomFormModel>(large);
  assert.match(frame.notice!.text, /größer als 59 MiB/);
  assert.equal(model.upload!.problem, frame.notice!.text);
  assert.deepEqual([filesIn('media'), console.requested], [[], []]);
});

test('a picture too small for print has a note at its field, and its thumbnail is private', async () => {
  const { console, browser } = await fresh();
  await add(browser, [['me.jpg', photo]], { place: 'portrait' });
  const { fields } = readPage<RoomFormModel>(await browser.get('/room/pictures')).model;
  const portrait = fields.find(({ name }: FileField) => name === 'portrait')!;
  const { picture } = portrait.members!.find(({ name }) => name === 'portrait.file')!.input!;
  assert.deepEqual([picture!.width, picture!.height, picture!.isSmall], [300, 200, true]);
  assert.deepEqual(picture!.inPrint, { width: 3, height: 2 });
  assert.match(picture!.note, /in print\. For print, the longer side/);
  const small = await browser.get('/picture?file=me.jpg');
  assert.equal((await sharp(small.rawPayload).metadata()).format, 'webp');
  assert.equal((await openBrowser(console).get('/picture?file=me.jpg')).statusCode, 303);
  for (const file of ['', '../creator.json', 'x/../../creator.json', '/etc/passwd', 'none.jpg'])
    assert.equal((await browser.get(`/picture?file=${encodeURIComponent(file)}`)).statusCode, 404, file);
});

test('a crop beyond the picture is reported at its field', async () => {
  const { browser } = await fresh();
  await add(browser, [['me.jpg', photo]], { place: 'portrait' });
  const { revision, base } = readPage<RoomFormModel>(await browser.get('/room/pictures')).model;
  const crop = { 'portrait.crop.left': '60', 'portrait.crop.top': '0', 'portrait.crop.width': '50' };
  const words = { 'portrait.file': 'me.jpg', 'portrait.alt': 'Me', 'portrait.crop.height': '100' };
  const answer = await browser.post('/room/pictures', { revision, base, do: 'save', ...words, ...crop });
  assert.equal(answer.statusCode, 422);
  const [problem] = readPage<RoomFormModel>(answer).model.problems;
  assert.deepEqual([problem!.name, problem!.text], ['portrait.crop.width', 'Width (%) extends beyond the picture.']);
});

test('picture descriptions sent after the session ended are restored after the next sign-in', async () => {
  const { console, browser } = await fresh();
  const { model } = await readStoredForm<RoomFormModel>(console, browser, () =>
    add(browser, [['quay.jpg', photo]], { credit: 'Eva Lind' }),
  );
  assert.deepEqual([model.upload?.alt, model.upload?.credit], ['At the quay', 'Eva Lind']);
  assert.match(model.upload!.problem!, /Choose the pictures again/);
  assert.deepEqual(filesIn('media'), []);
});
