import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { type ShareCard, roomCards } from '../../press/cards.ts';
import { itemFiles } from '../../release/item-files.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { createPictureCutter, drawCard } from './card.ts';
import { limitLines, fitsWidth, placeGlyphs, breakLines } from './lettering.ts';

const card: ShareCard = {
  path: '/cards/home.jpg',
  inputs: '',
  changedAt: '',
  kicker: 'Article · 2026-05-01',
  title: 'The height of nothing',
  foot: 'Chart Datum',
  accentColor: '#17616b',
  secondColor: undefined,
  picture: undefined,
  isPortrait: false,
  direction: 'ltr',
};
const facts = { bytes: 1, type: 'image/png', sha256: '' };
const noPictures = createPictureCutter(async () => Buffer.alloc(0));

test('a card is a JPEG in the size that links are shared with, the same bytes each time', async () => {
  const bytes = await drawCard(card, noPictures);
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, format], [1200, 630, 'jpeg']);
  assert.deepEqual(await drawCard(card, noPictures), bytes);
});

test('a picture is shown whole at the right side, and on no other card', async () => {
  const red = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#ff0000ff' } })
    .png()
    .toBuffer();
  const picture = { ...facts, file: 'red.png', width: 900, height: 300 };
  const plain = await drawCard(card, noPictures);
  const bytes = await drawCard(
    { ...card, picture },
    createPictureCutter(async () => red),
  );
  assert.deepEqual(await drawCard(card, noPictures), plain);
  const [r = 0, g = 0, b = 0] = await sharp(bytes)
    .extract({ left: 1100, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer();
  assert.ok(r > 240 && g < 16 && b < 16, `${r} ${g} ${b}`);
  // The picture is 900 × 300 in a box of 404 pixels, so the background is visible above it.
  const [above] = await sharp(bytes).extract({ left: 1100, top: 150, width: 1, height: 1 }).raw().toBuffer();
  assert.ok(above! < 60, `${above}`);
});

test('a picture four times as wide as high fills the width below the title', async () => {
  const red = await sharp({ create: { width: 2000, height: 500, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const picture = { ...facts, file: 'wide.png', width: 2000, height: 500 };
  const bytes = await drawCard(
    { ...card, picture },
    createPictureCutter(async () => red),
  );
  const redAt = async (left: number, top: number) => {
    const [r = 0, g = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
    return r > 240 && g < 16;
  };
  for (const left of [80, 600, 1120]) assert.deepEqual([await redAt(left, 330), await redAt(left, 560)], [true, true]);
  assert.deepEqual([await redAt(600, 300), await redAt(600, 600)], [false, false]);
});

test('a grey picture is shown as any other', async () => {
  const grey = await sharp({ create: { width: 500, height: 700, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const { pixels } = await createPictureCutter(async () => grey)(
    { ...facts, file: 'grey.png', width: 500, height: 700 },
    true,
  );
  assert.deepEqual([...new Set(pixels)], [128]);
  assert.equal(pixels.length, 440 * 614 * 3);
});

test('Japanese and Arabic titles have letters, and Arabic begins at the right', async () => {
  const inkAt = async (shown: Partial<ShareCard>, left: number) => {
    const bytes = await drawCard({ ...card, kicker: '', foot: '', ...shown }, noPictures);
    const part = await sharp(bytes).extract({ left, top: 130, width: 400, height: 200 }).png().toBuffer();
    const { channels } = await sharp(part).stats();
    return channels[0]!.stdev;
  };
  assert.ok((await inkAt({ title: '縁側だより' }, 72)) > 10);
  assert.ok((await inkAt({ title: 'ظلّ الشارع', direction: 'rtl' }, 728)) > 10);
  assert.equal(Math.round(await inkAt({ title: 'ظلّ', direction: 'rtl' }, 72)), 0);
});

test('a line that is read from the right has its first word there, and Latin words in their own order', () => {
  const xOf = (text: string) => placeGlyphs(text, 'serif', 10).map(({ x }) => x);
  const first = placeGlyphs('ظلّ', 'serif', 10).length;
  const second = xOf('ظلّ ab cd');
  assert.ok(first > 0 && second.length > 5);
  const order = placeGlyphs('ظلّ ab cd', 'serif', 10).map(({ glyph, face }) =>
    face === 'arabic' ? 'R' : String.fromCodePoint(...glyph.codePoints),
  );
  assert.equal(order.join('').replace(/R+/, 'R').replace(/ +/g, ' ').trim(), 'ab cd R');
});

test('Japanese breaks between letters, and no line begins with a full stop', () => {
  const lines = breakLines('古い家の縁側から、道具と季節のことを書く週刊ニュースレター。', 'sans', 40, 300);
  assert.ok(lines.length > 2);
  for (const line of lines) assert.ok(fitsWidth(line, 'sans', 40, 345) && !/^[、。ー]/.test(line), line);
});

test('however long a title or a word is, every line fits and the last tells that it was cut', () => {
  for (const text of ['word '.repeat(200), 'a'.repeat(500), 'Ωμέγα '.repeat(90), '👋'.repeat(40)]) {
    const lines = limitLines(text, 'serif', 44, 656, 6);
    assert.ok(lines.length <= 6);
    for (const line of lines) assert.ok(fitsWidth(line, 'serif', 44, 656), line);
  }
  assert.match(limitLines('word '.repeat(200), 'serif', 44, 656, 6).at(-1)!, /…$/);
});

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const made = (changed = room) => {
  const ofItems = itemFiles(changed, 'code');
  return [...roomCards(changed, 'code'), ...ofItems.flatMap(({ card }) => card ?? [])];
};

test('every page of an item has a card, and what is hidden from people has none', () => {
  const shown = made().filter(({ path }) => /^\/cards\/\w+\/./.test(path));
  const items = room.items.filter(({ type, hiddenOn }) => type !== 'timeline' && !hiddenOn?.includes('mediaRoom'));
  assert.equal(shown.length, items.length);
  const hidden = made({ ...room, items: room.items.map((item) => ({ ...item, hiddenOn: ['mediaRoom' as const] })) });
  assert.equal(hidden.filter(({ path }) => /^\/cards\/\w+\/./.test(path)).length, 0);
});

test('a card is drawn again only when its content changes', () => {
  const keys = (changed: typeof room) => new Map(made(changed).map(({ path, inputs }) => [path, inputs]));
  const before = keys(room);
  const [first, ...others] = room.items;
  const retitled = keys({ ...room, items: [{ ...first!, title: 'Another title' }, ...others] });
  assert.equal([...before].filter(([path, key]) => retitled.get(path) !== key).length, 1);
  const rewritten = keys({ ...room, creator: { ...room.creator, boilerplate: 'Other words.' } });
  assert.deepEqual(rewritten, before);
});
