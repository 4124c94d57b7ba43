import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeFeed } from './decode.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

test('UTF-8 that is declared as something else is still UTF-8', () => {
  for (const encoding of ['utf-16', 'ISO-8859-1', 'windows-1251', 'no-such-thing']) {
    assert.match(decodeFeed(Buffer.from(`${declared(encoding)}Škoda 東`)), /Škoda 東$/);
  }
});

test('the declaration names the encoding', () => {
  assert.match(decodeFeed(Buffer.concat([latin1(declared('windows-1251')), Buffer.from([0xcf, 0xf0, 0xe8])])), /При$/);
  assert.match(decodeFeed(Buffer.concat([latin1(declared('TIS-620')), Buffer.from([0xa1, 0xd2])])), /กา$/);
  assert.match(decodeFeed(Buffer.concat([latin1(declared('shift_jis')), Buffer.from([0x93, 0xfa])])), /日$/);
});

test('the declaration is believed before the Content-Type, which is believed before a guess', () => {
  const bytes = Buffer.concat([latin1(declared('koi8-r')), Buffer.from([0xf0])]);
  assert.match(decodeFeed(bytes, 'text/xml; charset=utf-8'), /П$/);
  assert.equal(decodeFeed(Buffer.from([0xcf]), 'text/xml; charset="windows-1251"'), 'П');
  assert.equal(decodeFeed(latin1('<a>déjà</a>')), '<a>déjà</a>');
});

test('UTF-16 is known by its mark or its zero bytes', () => {
  const bytes = Buffer.from('<a>ü</a>', 'utf16le');
  assert.equal(decodeFeed(Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])), '<a>ü</a>');
  assert.equal(decodeFeed(bytes), '<a>ü</a>');
  assert.equal(decodeFeed(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(bytes).swap16()])), '<a>ü</a>');
});

test('one damaged place does not make UTF-8 something else', () => {
  const bytes = Buffer.concat([Buffer.from(`${declared('UTF-8')}naïve caf`), Buffer.from([0xe9]), Buffer.from(' été')]);
  assert.match(decodeFeed(bytes), /naïve caf\ufffd été$/);
});

test('old and new lines stitched together are each read as what they are', () => {
  const bytes = Buffer.concat([latin1(`${declared('ISO-8859-1')}\nål\n`), Buffer.from('Brøndby\n')]);
  assert.match(decodeFeed(bytes), /\nål\nBrøndby\n$/);
});

test('gzip is unpacked without a hint', () => assert.equal(decodeFeed(gzipSync('<rss/>')), '<rss/>'));

test('a gzip bomb is refused', () => {
  assert.throws(() => decodeFeed(gzipSync(Buffer.alloc(30 * 1024 * 1024))), /more than 25 MiB/);
  assert.throws(() => decodeFeed(Buffer.from([0x1f, 0x8b, 1, 2, 3])), /damaged/);
});
