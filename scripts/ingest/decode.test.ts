import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeFeed, type DecodedFeed } from './decode.ts';

const textOf = (...given: Parameters<typeof decodeFeed>): DecodedFeed['text'] => decodeFeed(...given).text;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

test('UTF-8 that is declared as something else is still UTF-8', () => {
  for (const encoding of ['utf-16', 'ISO-8859-1', 'windows-1251', 'no-such-thing']) {
    assert.match(textOf(Buffer.from(`${declared(encoding)}Škoda 東`)), /Škoda 東$/);
  }
});

test('the declaration names the encoding', () => {
  assert.match(textOf(Buffer.concat([latin1(declared('windows-1251')), Buffer.from([0xcf, 0xf0, 0xe8])])), /При$/);
  assert.match(textOf(Buffer.concat([latin1(declared('TIS-620')), Buffer.from([0xa1, 0xd2])])), /กา$/);
  assert.match(textOf(Buffer.concat([latin1(declared('shift_jis')), Buffer.from([0x93, 0xfa])])), /日$/);
});

test('the declaration takes precedence over the Content-Type, and that over a guess', () => {
  const bytes = Buffer.concat([latin1(declared('koi8-r')), Buffer.from([0xf0])]);
  assert.match(textOf(bytes, 'text/xml; charset=utf-8'), /П$/);
  assert.equal(textOf(Buffer.from([0xcf]), 'text/xml; charset="windows-1251"'), 'П');
  assert.equal(textOf(latin1('<a>déjà</a>')), '<a>déjà</a>');
});

test('UTF-16 is recognised by its byte order mark or its zero bytes', () => {
  const bytes = Buffer.from('<a>ü</a>', 'utf16le');
  assert.equal(textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])), '<a>ü</a>');
  assert.equal(textOf(bytes), '<a>ü</a>');
  assert.equal(textOf(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(bytes).swap16()])), '<a>ü</a>');
});

test('UTF-8 with one damaged place is still read as UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from(`${declared('UTF-8')}naïve caf`), Buffer.from([0xe9]), Buffer.from(' été')]);
  assert.match(textOf(bytes), /naïve caf\ufffd été$/);
});

test('lines in different encodings are each decoded correctly', () => {
  const bytes = Buffer.concat([latin1(`${declared('ISO-8859-1')}\nål\n`), Buffer.from('Brøndby\n')]);
  assert.match(textOf(bytes), /\nål\nBrøndby\n$/);
});

test('gzip is unpacked without a hint', () => assert.equal(textOf(gzipSync('<rss/>')), '<rss/>'));

test('a gzip bomb is refused', () => {
  assert.throws(() => textOf(gzipSync(Buffer.alloc(30 * 1024 * 1024))), /more than 25 MiB/);
  assert.throws(() => textOf(Buffer.from([0x1f, 0x8b, 1, 2, 3])), /damaged/);
});

const damagedFeeds = {
  'euc-kr': [[0xc7, 0xd1, 0xb1, 0xdb], [0xff], '한글'],
  shift_jis: [[0x93, 0xfa, 0x96, 0x7b], [0xff], '日本'],
  gb18030: [[0xd6, 0xd0, 0xce, 0xc4], [0xff], '中文'],
  'euc-jp': [[0xc6, 0xfc, 0xcb, 0xdc], [0xff], '日本'],
  big5: [[0xa4, 0xa4, 0xa4, 0xe5], [0x81], '中文'],
} as const;
for (const [encoding, [good, bad, word]] of Object.entries(damagedFeeds)) {
  test(`${encoding} with one wrong byte is still recognised, and the byte is reported`, () => {
    const bytes = Buffer.concat([latin1(declared(encoding)), Buffer.from([...good, 0x20, ...bad, 0x20, ...good])]);
    const { text, notices } = decodeFeed(bytes);
    assert.ok(text.endsWith(`${word} \ufffd ${word}`), text);
    assert.deepEqual(notices, [{ code: 'damaged_characters', details: { count: 1 } }]);
  });
}

test('a declaration that contradicts nearly all bytes is ignored', () => {
  const bytes = Buffer.concat([latin1(declared('euc-kr')), latin1('é à è ü ö ç '.repeat(20))]);
  assert.match(textOf(bytes), /é à è/);
});
