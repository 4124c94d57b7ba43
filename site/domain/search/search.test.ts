// Search in texts: plain text, words, queries, passages and their addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchMaxTerms } from '#contract/limits.ts';
import { cleanText, plainTextOfMarkdown } from './plain-text.ts';
import { buildExpressions, type FindForms, parseQuery, type ParsedQuery } from './query.ts';
import { type MarkedTexts, matchMarks, readMarks, findSnippets } from './snippets.ts';
import { firstWords, lastWords, toTextSpan, wordStart } from './spans.ts';
import { stemmerFor } from './stems.ts';
import type { SegmentStart } from './text-index.ts';
import { textFragmentUrl } from './text-fragment.ts';
import { toIndexText, fromIndexText, splitWords } from './words.ts';

test('Markdown becomes plain text with a line for each block', () => {
  const markdown = `# Head *strong*\n\nOne line\ngoes on  \nbreaks, \`code\` ![picture](media/a.png) and [a link](https://example.org/).
\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n> quoted \\* &amp; <b>raw</b>\n\n~~~\nlet x\n~~~`;
  assert.deepEqual(plainTextOfMarkdown(markdown).split('\n'), [
    'Head strong',
    'One line goes on',
    'breaks, code and a link.',
    'one',
    'two',
    ...['a', 'b', 'c', 'd'],
    'quoted * & <b>raw</b>',
    'let x',
  ]);
});

test('invisible characters are removed from a text', () => {
  assert.equal(cleanText(' a\u200b\u00adb\u202ec\u0002\u0000 \t d\r\n\n e\u00a0f '), 'abc d\ne f');
});

test('scripts without spaces are split into letters and restored', () => {
  assert.deepEqual(splitWords('AI技術の表、ไทย ok'), ['AI', '技', '術', 'の', '表', 'ไ', 'ท', 'ย', 'ok']);
  for (const text of ['AI技術の表、ไทย ok', 'plain', 'か\u3099き', 'ＨＢの鉛筆２本！', 'Ｔ'])
    assert.equal(fromIndexText(toIndexText(text)), text);
});

const noForms: FindForms = () => [];
const parsed = (query: string, language = 'en', formsOf = noForms) => {
  const { all, any } = buildExpressions(parseQuery(query, language) as ParsedQuery, formsOf);
  return { all, any };
};

test('words are joined by AND and by OR, phrases stay together, the last word may be a prefix', () => {
  assert.deepEqual(parsed('Tide "rule of twelfths" tabl'), {
    all: '"tide" AND "rule of twelfths" AND "tabl" *',
    any: '"tide" OR "rule of twelfths" OR "tabl" *',
  });
  assert.equal(parsed('tide "table"').all, '"tide" AND "table"');
  assert.equal(parsed('tide up').all, '"tide" AND "up"');
  assert.equal(parsed('Émile crème').all, '"emile" AND "creme" *');
  assert.equal(parsed('tide tide Tide').all, '"tide" AND "tide" *');
});

test('a word finds its other forms, a quoted one does not; hyphenated words may be one word', () => {
  const formsOf = (word: string) => (word === 'moons' ? ['moon', 'moons'] : []);
  assert.equal(parsed('moons late', 'en', formsOf).all, '("moons" OR "moon") AND "late" *');
  assert.equal(parsed('"moons"', 'en', formsOf).all, '"moons"');
  assert.equal(parsed('self-hosting it', 'en').all, '("self hosting" OR "selfhosting")');
});

test('a number is found in words and in figures', () => {
  const year = ['twenty twenty six', 'two thousand twenty six', 'two thousand and twenty six'];
  const others = (forms: string[]) => forms.map((form) => ` OR "${form}"`).join('');
  assert.equal(parsed('2026 tide').all, `("2026"${others(year)}) AND "tide" *`);
  assert.equal(parsed('in twenty twenty-six?').all, `("twenty twenty six" *${others(['2026', ...year.slice(1)])})`);
  assert.equal(parsed('forty-two boats').all, '("forty two" OR "42") AND "boats" *');
  assert.equal(parsed('1905 or').all.includes('"nineteen oh five"'), true);
  assert.equal(parsed('10,000 boats').all, '("10 000" OR "10000") AND "boats" *');
  assert.equal(parsed('"2026"').all, '"2026"');
  assert.equal(parsed('twenty "six"').all, '"twenty" AND "six"');
  assert.equal(parsed('2026', 'de').all, '"2026" *');
});

test('stems follow the language and ignore case and accents', () => {
  const en = stemmerFor('en-GB');
  const de = stemmerFor('de');
  const ja = stemmerFor('ja');
  assert.equal(en('moons'), en('moon'));
  for (const [one, other] of [
    ['hauser', 'haus'],
    ['gezeiten', 'gezeit'],
    ['straße', 'strasse'],
    ['munchen', 'muenchen'],
  ] as const)
    assert.equal(de(one), de(other), one);
  assert.equal(ja('moons'), 'moons');
});

test('a query without words, of stop words, or of too many words is rejected with the reason', () => {
  for (const query of ['""', '  ', '*', '"', '— …', '" "']) assert.equal(parseQuery(query, 'en'), 'no_words', query);
  for (const query of ['the of', 'What is it?', 'AND OR NOT'])
    assert.equal(parseQuery(query, 'en'), 'stop_words', query);
  assert.equal(parseQuery('der die das', 'de-AT'), 'stop_words');
  assert.equal(parsed('der die das', 'en').all, '"der" AND "die" AND "das" *');
  assert.equal(parsed('"to be or not to be"').all, '"to be or not to be"');
  const many = Array.from({ length: searchMaxTerms + 1 }, (_, n) => `word${n}`);
  assert.equal(parseQuery(many.join(' '), 'en'), 'too_many_words');
  assert.equal(typeof parseQuery(many.slice(1).join(' '), 'en'), 'object');
});

test('query syntax injection: operators, columns and quotes of FTS5 are words or nothing', () => {
  assert.equal(
    parsed('title:x NEAR(a b) ^c -d e* "f').all,
    '("title x" OR "titlex") AND ("near a" OR "neara") AND "b" AND "c" AND "d" AND "e" AND "f"',
  );
  // A non-ASCII digit is searched for as written, as an ASCII digit and as a word.
  assert.equal(parsed('𝟐').all, '("𝟐" OR "2" OR "two")');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const result = parseQuery(query, 'en');
      if (typeof result === 'object')
        assert.match(
          buildExpressions(result, noForms).all,
          /^("[^"]+"( \*)?|\("[^"]+"( \*)?( OR "[^"]+")+\))( AND ("[^"]+"( \*)?|\("[^"]+"( \*)?( OR "[^"]+")+\)))*$/,
        );
    }),
  );
});

const stem = stemmerFor('en');
const weigh = (words: string[]) => new Set(words.map(stem)).size;
const passages = (texts: MarkedTexts, pageUrl: string | undefined) =>
  findSnippets(texts, pageUrl, { weigh, language: 'en' });
const marked = (text: string) => text.replaceAll('[', matchMarks.open).replaceAll(']', matchMarks.close);
const none = {
  title: '',
  themes: '',
  people: '',
  summary: '',
  body: '',
  transcript: '',
  segments: [],
  origin: { author: 'Ann', voices: { Ann: true } },
};
const page = 'https://room.example/articles/a';

test('snippets are verbatim passages with the offsets of the words in characters', () => {
  const [snippet, ...rest] = passages({ ...none, body: marked('Nothing here.\n😀 The [tide] and the [table].') }, page);
  assert.deepEqual(rest, []);
  assert.equal(snippet!.text, '😀 The tide and the table.');
  const places = snippet!.matches.map(({ start, end }) => [...snippet!.text].slice(start, end).join(''));
  assert.deepEqual(places, ['tide', 'table']);
});

test('the block with most different words comes first, and a long one is cut between words', () => {
  const filler = 'some other words that say little '.repeat(30);
  const body = marked(`[tide] [tide] [tide].\n${filler}the [tide] in a [table] ${filler}`);
  const [first, second, ...rest] = passages({ ...none, title: marked('[tide]'), body }, page);
  assert.match(first!.text, /^(some|other|words|that|say|little) .*the tide in a table .*\w$/);
  assert.ok(first!.text.length <= 300 && body.includes(first!.text.slice(0, 20)));
  assert.equal(second!.text, 'tide tide tide.');
  assert.deepEqual(rest, []);
});

test('summary and title are only used if the text does not match', () => {
  const texts = { ...none, title: marked('A [tide]'), summary: marked('On [tides].') };
  assert.deepEqual(passages(texts, undefined), [
    { field: 'summary', text: 'On tides.', matches: [{ start: 3, end: 8 }], speaker: 'Ann', speakerIsCreator: true },
  ]);
  assert.equal(passages({ ...texts, summary: '' }, page)[0]!.field, 'title');
});

test('a passage of a transcript has its time', () => {
  const transcript = marked('First words.\nThen the [tide] turned.\nLast words.');
  const segments: SegmentStart[] = [
    [0, 0, 12],
    [13, 12.5, 19, 'A guest'],
    [35, 20, 22, 'Ann'],
  ];
  const origin = { author: 'Ann', voices: { Ann: true, 'A guest': false }, mediaUrl: 'https://m.example/a.mp3#x' };
  const [snippet] = passages({ ...none, transcript, segments, origin }, page);
  assert.deepEqual(snippet, {
    field: 'transcript',
    text: 'Then the tide turned.',
    matches: [{ start: 9, end: 13 }],
    speaker: 'A guest',
    speakerIsCreator: false,
    startSeconds: 12.5,
    endSeconds: 19,
    mediaUrl: 'https://m.example/a.mp3#t=12.5,19',
  });
});

test('an item that matches in body and transcript has a snippet of each', () => {
  const texts = {
    ...none,
    body: marked('A [tide].\nNo [tide].'),
    transcript: marked('The [tide].'),
    segments: [[0, 3, 5]],
  };
  const fields = passages(texts as never, page).map(({ field }) => field);
  assert.deepEqual(fields, ['body', 'transcript']);
});

test('a match across the end of a block is cut there', () => {
  const [snippet] = passages({ ...none, body: marked('the [tide\ntable] here') }, page);
  assert.deepEqual(snippet, {
    field: 'body',
    text: 'the tide',
    matches: [{ start: 4, end: 8 }],
    anchor: `${page}#:~:text=the%20tide`,
    speaker: 'Ann',
    speakerIsCreator: true,
  });
  assert.deepEqual(readMarks('no marks'), { text: 'no marks', matches: [] });
});

const fragment = (text: string, passage: string, url = page) =>
  textFragmentUrl(url, text, text.indexOf(passage), text.indexOf(passage) + passage.length).slice(url.length);

test('an address contains a short passage completely, a long one by its ends, and keeps its fragment', () => {
  const text =
    'It was a low-water morning, then: more & more.\nAnother block that is rather long and goes on for a while, as blocks do.';
  assert.equal(fragment(text, 'a low-water morning, then'), '#:~:text=a%20low%2Dwater%20morning%2C%20then');
  assert.equal(fragment(text, 'more & more'), '#:~:text=more%20%26%20more');
  assert.equal(fragment(text, 'rather long', 'https://room.example/timeline#a'), ':~:text=rather%20long');
  assert.equal(
    fragment(text, text.slice(text.indexOf('then'))),
    '#:~:text=then%3A%20more%20%26%20more.,for%20a%20while%2C%20as%20blocks%20do.',
  );
});

test('a passage that occurs earlier is distinguished by the words before it', () => {
  const text = 'The tide turns. People said so before the tide turns.';
  const start = text.lastIndexOf('the tide');
  assert.equal(
    textFragmentUrl(page, text, start, start + 14),
    `${page}#:~:text=turns.%20People%20said%20so%20before-,the%20tide%20turns`,
  );
});

test('words are segmented as Unicode defines, and offsets count characters', () => {
  assert.equal(firstWords('one two three', 6), 'one two');
  assert.equal(firstWords('one', 6), 'one');
  assert.equal(lastWords('one two three', 6), 'three');
  assert.equal(wordStart('one two three', 9), 8);
  assert.deepEqual(toTextSpan('😀😀 ab', 5, 7), { start: 3, end: 5 });
  assert.equal(textFragmentUrl(page, '\ud800 lone', 0, 6), `${page}#:~:text=%EF%BF%BD%20lone`);
});
