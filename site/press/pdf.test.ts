import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import sharp from 'sharp';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { sandboxRoom } from '#domain/sandbox.ts';
import { fuzzRuns, hostileText } from '#domain/text/test-hostile.ts';
import { gridRows, sectionBlock, sideBySide, keepTogether } from '#domain/pdf/blocks.ts';
import { openFaces, drawableLine } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { mediaKitPdf } from './media-kit.ts';
import { packPictures, unpackPictures } from '#domain/pdf/pictures-file.ts';
import { renderPdf } from '#domain/pdf/render.ts';
import { createSheetContext } from '#domain/pdf/sheet.ts';
import { assignRoles, type Role } from '#domain/pdf/tags.ts';
import { speakingPdf } from './speaking.ts';

const faces = openFaces(
  (file) => readFileSync(fileURLToPath(import.meta.resolve(file))),
  createRequire(import.meta.url)('fontkit') as Fontkit,
);
const room = sandboxRoom({ baseUrl: 'https://room.example' });
const createContext = (missing = new Set<string>()) => createSheetContext(room.creator, faces, {}, missing);

test('every face has the letters of Latin, Cyrillic and Greek languages, and typographic signs', () => {
  const letters = 'Ąčęłžșțğışñßœÿ Ёжщѓќѝїґў ΆλόγοςΎ “”‘’„«»—–…·×→ № € ½';
  for (const face of ['serif', 'serifItalic', 'sans', 'sansBold'] as const) {
    const missing = new Set<string>();
    assert.equal(
      faces
        .runs(letters, face, missing)
        .map(({ text }) => text)
        .join(''),
      letters,
      face,
    );
    assert.deepEqual([...missing], [], face);
  }
});

test('a letter that a face lacks comes from another, and one that none has is left out with a warning', () => {
  const missing = new Set<string>();
  const runs = faces.runs('a ἀρχή 測 𓀀 b', 'serif', missing);
  assert.ok(runs.some(({ face, text }) => face === 'sans' && text.includes('ἀ')));
  assert.equal(runs.map(({ text }) => text).join(''), 'a ἀρχή 測  b');
  assert.deepEqual([...missing], ['𓀀']);
});

test('control characters for direction, hiding and bells are removed before typesetting', () => {
  assert.equal(drawableLine('a\u202eb\u200bc\u0007d\ufeff e\nf'), 'abcd e f');
});

test('blocks that may exceed a page can break, and short ones stay together', () => {
  assert.deepEqual(keepTogether({ text: 'short' }), { stack: [{ text: 'short' }], unbreakable: true });
  const long = { text: 'word '.repeat(400) };
  assert.equal(keepTogether(long), long);
  const [row] = gridRows(createContext().type, [{ text: 'x'.repeat(900) }, { text: 'y'.repeat(900) }], 2);
  assert.ok('unbreakable' in (keepTogether(row!) as object), 'columns stand side by side');
});

test('a section without content is left out, heading and all', () => {
  assert.deepEqual(sectionBlock(createContext().type, 'Links', []), []);
});

test('the same content gives the same bytes, and its date is the date of the file', async () => {
  const make = () => renderPdf(mediaKitPdf(room, createContext(), new Map()), faces);
  const bytes = await make();
  assert.deepEqual(await make(), bytes);
  assert.ok(bytes.toString('latin1').includes('(D:20260101000000Z)'));
});

test('a PDF says its own letters, whatever was set in this process before: some share a glyph', async () => {
  const increment = '\u2206';
  const delta = '\u0394';
  const saying = async (text: string) =>
    (await renderPdf({ content: text, defaultStyle: { font: 'Serif' }, compress: false }, faces)).toString('latin1');
  faces.font('serif').layout(increment);
  assert.match(await saying(increment), /<2206>/);
  assert.match(await saying(delta), /<0394>/);
});

/**
 * Returns the text of a PDF with one typeface, glyph by glyph in drawing order, through the map that readers use (ISO
 * 32000-2, 9.10.3).
 */
async function said(text: string, font: string): Promise<string[]> {
  const bytes = await renderPdf({ content: text, defaultStyle: { font }, compress: false }, faces);
  const raw = bytes.toString('latin1');
  const ranges = /beginbfrange\n([\s\S]*?)endbfrange/.exec(raw)![1]!.matchAll(/\[(.*)\]/g);
  const map = [...ranges].flatMap(([, texts]) => texts!.match(/<[^>]*>/g)!);
  const utf16 = (hex: string) => Buffer.from(hex.replace(/\W/g, ''), 'hex').swap16().toString('utf16le');
  const drawn = [...raw.matchAll(/\[(.*?)\] TJ/g)].flatMap(([, shown]) => [...shown!.matchAll(/<([\da-f]+)>/g)]);
  const glyphs = drawn.flatMap(([, hex]) => hex!.match(/.{4}/g)!);
  return glyphs.map((glyph) => utf16(map[parseInt(glyph, 16)]!));
}

test('a PDF gives back the text that was written, where letters share a glyph or are joined to one', async () => {
  for (const word of ['مقالات', 'وبودكاست', 'التي', 'بتثنيقف'])
    assert.equal((await said(word, 'arabic')).reverse().join(''), word);
  for (const [text, font] of [
    ['\u2206\u0394 first office fluff', 'Serif'],
    ['日本語 高い ぎゃ', 'japanese'],
  ] as const)
    assert.equal((await said(text, font)).join(''), text);
});

test('the portrait at the head of the media kit is repeated only where it has a line of its own', () => {
  const picture = { bytes: Buffer.from('portrait'), type: 'image/jpeg' as const };
  const media = [{ file: 'me.jpg', width: 12, height: 15, bytes: 1, type: 'image/jpeg', sha256: '' }];
  const isListed = (credit?: string) => {
    const portrait = { file: 'me.jpg', alt: 'The face', ...(credit && { credit }) };
    const creator = { ...room.creator, portrait, headshots: [portrait] };
    const own = createSheetContext(creator, faces, { portrait: picture as never }, new Set());
    return JSON.stringify(mediaKitPdf({ ...room, creator, media }, own, new Map()).content).includes('/media/me.jpg');
  };
  assert.deepEqual([isListed(), isListed('Ann')], [false, true]);
});

/** Replaces all texts with hostile ones, except addresses, files, colours, dates and languages. */
function hostileIn<T>(value: T, text: string, key = ''): T {
  if (Array.isArray(value)) return value.map((one) => hostileIn(one, text, key)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostileIn(one, text, name)])) as T;
  const isWord = !/^(file|url|href|videoUrl|date|asOf|language|accentColor|id|expires|updatedAt)$/.test(key);
  return typeof value === 'string' && isWord ? (text as T) : value;
}

test('fuzz: whatever the creator writes, media kit and speaking sheet are set', async () => {
  const property = fc.asyncProperty(hostileText, async (text) => {
    const hostile = { ...room, creator: hostileIn(room.creator, `t${text}`) };
    const own = createSheetContext(hostile.creator, faces, {}, new Set());
    for (const definition of [mediaKitPdf(hostile, own, new Map()), speakingPdf(hostile, own)])
      assert.equal((await renderPdf(definition, faces)).toString('latin1', 0, 5), '%PDF-');
  });
  await fc.assert(property, fuzzRuns(10));
});

test('nothing is fetched or read for a picture that a text names', async () => {
  const definition = speakingPdf(room, createContext());
  const stolen = { ...definition, content: [{ image: '/etc/hostname' }] };
  await assert.rejects(renderPdf(stolen, faces), /denied|policy/i);
  const remote = { ...definition, images: { far: 'http://127.0.0.1:9/x.png' }, content: [{ image: 'far' }] };
  await assert.rejects(renderPdf(remote, faces), /denied|policy/i);
});

test('pictures are unpacked as they were packed, and missing ones are omitted', () => {
  const portrait = Buffer.from([0xff, 0xd8, 1, 2]);
  assert.deepEqual(unpackPictures(packPictures({ portrait }).toString()), { portrait });
  assert.deepEqual(unpackPictures(packPictures({}).toString()), {});
});

test('a PDF is tagged: text from the right is said as it was written, links say where they lead, all else is decoration', async () => {
  const creator = { ...room.creator, name: 'مها سالم', oneLiner: 'تكتب عن المدن' };
  const own = createSheetContext(
    creator,
    faces,
    {
      portrait: await sharp({ create: { width: 8, height: 10, channels: 3, background: '#844' } })
        .jpeg()
        .toBuffer(),
    },
    new Set(),
  );
  const bytes = await renderPdf({ ...speakingPdf({ ...room, creator }, own), compress: false }, faces);
  const raw = bytes.toString('latin1');
  const utf16 = (text: string) =>
    Buffer.from(`\ufeff${text}`, 'utf16le')
      .swap16()
      .toString('latin1')
      .replace(/[\\()]/g, '\\$&');
  assert.ok(raw.includes(`/ActualText (${utf16('مها سالم')})`));
  for (const tag of ['Document', 'Figure', 'H1', 'H2', 'Link']) assert.match(raw, new RegExp(`/S /${tag}\\b`), tag);
  const links = raw.match(/\/Subtype \/Link/g)!.length;
  assert.equal(raw.match(/\/Contents \(/g)?.length, links);
  const drawn = raw.match(/\bBT\b|\bDo\b/g)!.length;
  assert.ok(drawn > 0);
  const outside = raw
    .split(/(?<=\n)stream\n/)
    .slice(1)
    .map((stream) => stream.split('endstream')[0]!)
    .filter((stream) => / BDC\n/.test(stream))
    .map((stream) => stream.replace(/^\/\w+ (?:<<[\s\S]*?>> )?BDC\n[\s\S]*?^EMC$/gm, ''));
  assert.ok(outside.length > 0);
  for (const rest of outside) assert.doesNotMatch(rest, /\b(BT|Do)\b/);
});

test('right-to-left text starts at the right and comes first in reading order', () => {
  const label = { text: [{ text: 'label' }] };
  const text = { text: [{ text: 'text' }] };
  const arabic = createSheetContext({ ...room.creator, language: 'ar' }, faces, {}, new Set()).type;
  const both = sideBySide(arabic, [label, text], 0);
  assert.deepEqual(both.columns, [text, label]);
  assignRoles(both);
  const order = ({ text: [inline] }: typeof label) => (inline as { role?: Role }).role!.order!;
  assert.ok(order(label) < order(text));
});
