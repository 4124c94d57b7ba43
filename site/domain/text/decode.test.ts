import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeIntact } from './decode.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const cues = (words: string): string => `1\r\n00:00:01,000 --> 00:00:03,000\r\n${words}\r\n`;

/** 「こんにちは」, “привет”, “안녕” and “여보세요” in the encodings of their countries. */
const old = {
  shift_jis: Buffer.from([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]),
  'euc-jp': Buffer.from([0xa4, 0xb3, 0xa4, 0xf3, 0xa4, 0xcb, 0xa4, 0xc1, 0xa4, 0xcf]),
  'windows-1251': Buffer.from([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
  'euc-kr': Buffer.from([0xbe, 0xc8, 0xb3, 0xe7]),
};

test('UTF-16 is read in both orders, with and without a byte order mark', () => {
  for (const words of ['Über Köln', 'こんにちは、ここは港です。']) {
    const text = cues(words);
    const little = utf16(text);
    const big = Buffer.from(utf16(text)).swap16();
    for (const bytes of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])])
      assert.equal(decodeIntact(bytes), text);
    assert.equal(decodeIntact(Buffer.concat([Buffer.from([0xfe, 0xff]), big])), text);
  }
});

test('an undeclared western text is read as Windows-1252, even if the server declares UTF-8', () => {
  const bytes = Buffer.concat([latin1(cues('“d\xe9j\xe0 vu” co\xfbte 5 ')), Buffer.from([0x80])]);
  for (const contentType of ['', 'text/plain; charset=utf-8'])
    assert.match(decodeIntact(latin1(cues('d\xe9j\xe0 vu')), { contentType }), /déjà vu/);
  assert.match(decodeIntact(Buffer.concat([latin1('Preis: 5 '), bytes.subarray(-1)])), /5 €$/);
});

test('Japanese is recognised by its kana without any declaration', () => {
  for (const name of ['shift_jis', 'euc-jp'] as const)
    assert.equal(decodeIntact(Buffer.concat([latin1('WEBVTT\n\n'), old[name]])), 'WEBVTT\n\nこんにちは');
});

test('the language suggests the legacy encoding', () => {
  assert.equal(decodeIntact(old['windows-1251'], { language: 'ru-RU' }), 'привет');
  assert.equal(decodeIntact(old['euc-kr'], { language: 'ko' }), '안녕');
});

test('declarations of Content-Type, XML and HTML are followed', () => {
  const russian = (head: string) => Buffer.concat([latin1(head), old['windows-1251']]);
  for (const [head, contentType] of [
    ['', 'text/html; charset="windows-1251"'],
    ['<?xml version="1.0" encoding="windows-1251"?>', ''],
    ['<!DOCTYPE html><html><head><meta charset=windows-1251>', ''],
    ['<html><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', ''],
  ] as const)
    assert.match(decodeIntact(russian(head), { contentType }), /привет$/);
});

test('a text that is damaged or has an unknown encoding is rejected', () => {
  const refused = [
    old['windows-1251'],
    Buffer.concat([Buffer.from('Größe für Übung '), Buffer.from([0xe4])]),
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('a'), Buffer.from([0x41])]),
    Buffer.from('a \ufffd'),
    latin1('caf\xe9 \x81'),
  ];
  for (const bytes of refused) assert.throws(() => decodeIntact(bytes), /encoding is unknown/);
});

test('a file without declaration may be ISO-8859-15 with a euro sign, or ISO-2022-JP', () => {
  const western = Buffer.concat([
    latin1('Prix : 5 '),
    Buffer.from([0xa4]),
    latin1(', un b'),
    Buffer.from([0xbd]),
    latin1('uf'),
  ]);
  assert.equal(decodeIntact(western), 'Prix : 5 €, un bœuf');
  assert.equal(decodeIntact(latin1('½ Liter, ½l, 1½ Stunden, Größe')), '½ Liter, ½l, 1½ Stunden, Größe');
  const japanese = Buffer.concat([latin1('WEBVTT\n\n\x1b$B'), Buffer.from([0x33, 0x24]), latin1('\x1b(B')]);
  assert.equal(decodeIntact(japanese), 'WEBVTT\n\n海');
});
