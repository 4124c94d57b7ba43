import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from './word-count.ts';

test('words are counted in scripts with and without spaces', () => {
  assert.equal(countWords('one two, three-four don’t'), 4);
  assert.equal(countWords(''), 0);
  assert.equal(countWords('日本語の文章です'), 4);
  assert.equal(countWords('コーヒー and 茶'), 4);
  assert.equal(countWords('Grüße an Zoë, cafe\u0301 𝒜𝒷𝒸 🎉'), 5);
});

test('a text in Thai is counted once, by its letters', () => {
  assert.equal(countWords('ภาษาไทยเป็นภาษา'), 7);
  assert.equal(countWords('ภาษา ไทย'), 4);
});

test('addresses of links, pictures and their descriptions are not counted', () => {
  const text = 'one [two](https://example.org/three/four-five?six=seven) three ![alt text](http://a.b/c.png)';
  assert.equal(countWords(text), 3);
  assert.equal(countWords('[one two](<https://a.b/c d> "a title") three'), 3);
  assert.equal(countWords('[one](https://a.b/c_(d_e)) two'), 2);
  assert.equal(countWords('[![a b c](media/a-b.png)](https://a.b/c) one'), 1);
  assert.equal(
    countWords('[one][the label] two ![three][four]\n\n[the label]: https://a.b/c "A title"\n[four]: /d'),
    2,
  );
});

test('brackets that are not a link are counted', () => {
  assert.equal(countWords('[Anna]: We came in late [and] left (early) [sic].'), 9);
  assert.equal(countWords('Wow![1] a]b 1 < 2 && 3 > 2'), 8);
});

test('an address in a text is one word', () => {
  assert.equal(countWords('see https://example.org/a/b-c?d=e, <https://a.b/c/d> or www.example.org/a/b.'), 5);
  assert.equal(countWords('[https://a.b/c/d](https://a.b/c/d) and https://a.b/cの'), 4);
});

test('tags, character references and the language of a code block are not counted', () => {
  assert.equal(countWords('<p class="a b">one&nbsp;two</p><br/> three'), 3);
  assert.equal(countWords('```js title\nlet one = two\n```'), 3);
});

test('unclosed constructs are processed in linear time', () => {
  const words = {
    '![': 0,
    '](': 0,
    '](a "': 1,
    '](a (': 1,
    '](a(b': 2,
    '](<': 0,
    '<a ': 1,
    '[a': 1,
    '&aaaa': 1,
    '```': 0,
  };
  for (const [beginning, each] of Object.entries(words))
    assert.equal(countWords(beginning.repeat(50_000)), each * 50_000, beginning);
  assert.equal(countWords('\n[a]: x "'.repeat(50_000)), 0);
  assert.equal(countWords(`](a${' '.repeat(100_000)}`), 1);
});
