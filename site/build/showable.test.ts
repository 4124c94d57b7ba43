// Random and hostile items through everything that is made of them: each is made, and an item on which something fails is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from '#domain/pdf/faces.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { feedFiles } from '../feeds/feeds.ts';
import { itemProblem, unshowable } from './showable.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });

const pieces = fc.constantFrom(
  ...[
    '# ',
    '> ',
    '- ',
    '1. ',
    '```',
    '|',
    '| - |\n',
    '[',
    '](',
    '![',
    '](media/',
    '*',
    '_',
    '---\n',
    '\n',
    '\n\n',
    '\\',
  ],
  ...['<b>', '<img src=x onerror=1>', ']]>', '<!--', '&#0;', '&amp;', 'https://', 'javascript:1', '{{', '${', '\t'],
  ...['\u0000', '\u001b[2J', '\u202e', '\u2028', '\ufeff', '\ud800', '\udfff', '🌊', 'שלום', '日本', 'word '],
);
const hostile = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 60 })
  .map((parts) => parts.join(''));

/** FUZZ_RUNS makes a longer run of it; the seed stands in what a failure prints. */
const runs = process.env.FUZZ_RUNS ? { numRuns: Number(process.env.FUZZ_RUNS) } : { numRuns: 150, seed: 1 };

test('fuzz: whatever an item holds, its page, documents, Markdown, feeds and search are made', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, fc.nat(room.items.length - 1), (title, summary, body, at) => {
      const item = { ...room.items[at]!, title: `t${title}`, summary, author: title, keywords: [summary] };
      assert.equal(
        itemProblem(room, item, () => body),
        undefined,
      );
      for (const file of feedFiles({ ...room, items: [item] }, () => body)) assert.ok(file.body());
      assert.doesNotMatch(plain(title + body), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    runs,
  );
});

test('an item on which something fails is named, and no other is', () => {
  const [bad] = room.items.filter(({ type }) => type === 'article');
  const bodyOf = ({ id }: { id: string }) => {
    if (id === bad!.id) throw new RangeError('Maximum call stack size exceeded');
    return 'text';
  };
  const named = [{ name: `${bad!.id}.md`, problem: 'it cannot be shown: Maximum call stack size exceeded' }];
  assert.deepEqual(
    unshowable(room, bodyOf, () => true),
    named,
  );
  assert.deepEqual(
    unshowable(room, bodyOf, ({ id }) => id !== bad!.id),
    [],
  );
});
