import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  truncateWhole,
  cleanLine,
  removeShaping,
  escapeJson,
  showControlsInLine,
  removeInvisible,
  showControls,
} from './invisible.ts';

const turning = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const zeroWidth = '\u00ad\u200b\u2060\u206a\ufeff\ufff9';
const marks = '\u061c\u200e\u200f';
const otherScripts = 'שלום مرحبا क्‍ष می‌خواهم 👩‍💻 ☎️';

test('invisible characters are removed, except line breaks, tabs and the parts of other scripts and emoji', () => {
  assert.equal(removeInvisible(`a${turning}${zeroWidth}${marks}\u0000\u001b\u007f\u009bb\n\tc\r\n`), 'ab\n\tc\r\n');
  assert.equal(removeInvisible(otherScripts), otherScripts);
  assert.equal(removeInvisible('a\ud800b'), 'a\ufffdb');
});

test('hidden letters are removed, and flags and emoji stay intact', () => {
  const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
  const bytes = [...'obey'].map((letter) => String.fromCodePoint(0xe0100 + letter.codePointAt(0)!)).join('');
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
  assert.equal(cleanLine(`Ann${hidden} ${flag} b${hidden}\u{e007f}`), `Ann ${flag} b`);
  assert.equal(cleanLine(`☎${bytes}!`), `☎${bytes.slice(0, 2)}!`);
  assert.equal(cleanLine('葛\u{e0100} ☎\ufe0f'), '葛\u{e0100} ☎\ufe0f');
});

test('a clean line has single spaces, even around removed characters', () => {
  assert.equal(cleanLine(' a \u200b b\u00a0\u2028c\r\nd\ufeff '), 'a b c d');
});

test('joiners and variation selectors are removed for typefaces', () => {
  assert.equal(removeShaping('☎️ 👩‍💻'), '☎ 👩💻');
});

test('control characters are shown as signs', () => {
  assert.equal(
    showControls('a\u0000\u001b[2J\u007f\u009b\u202egpj.exe\u2069'),
    'a␀␛[2J␡⟨U+009B⟩⟨U+202E⟩gpj.exe⟨U+2069⟩',
  );
  assert.equal(showControls('one\r\ntwo\rthree\tfour'), 'one\ntwo␍three\tfour');
  assert.equal(showControls(`${otherScripts}${marks}`), `${otherScripts}${marks}`);
});

test('a line with visible control characters stays one line', () => {
  assert.equal(showControlsInLine(' one\r\ntwo\u2028three \u001b[1A'), 'one two three ␛[1A');
});

test('escaped JSON has the same value and no raw control characters', () => {
  const value = { name: `x${turning}${zeroWidth}${marks}\u0000\u001b\u009b\u007f${otherScripts}` };
  const json = escapeJson(JSON.stringify(value));
  assert.deepEqual(JSON.parse(json), value);
  assert.doesNotMatch(json, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/);
});

test('a truncated text ends with a whole character', () => {
  assert.equal(truncateWhole('ab🌊', 3), 'ab');
  assert.equal(truncateWhole('ab🌊', 4), 'ab🌊');
});
