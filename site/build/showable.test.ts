// Random and hostile items through everything that is made of them: each is made, and an item on which something fails is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from '#domain/pdf/faces.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { fuzzRuns, hostileText } from '#domain/text/test-hostile.ts';
import { feedFiles } from '../feeds/feeds.ts';
import { itemProblem, unshowable } from './showable.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });

test('fuzz: whatever an item holds, its page, documents, Markdown, feeds and search are made', () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, fc.nat(room.items.length - 1), (title, summary, body, at) => {
      const item = { ...room.items[at]!, title: `t${title}`, summary, author: title, keywords: [summary] };
      assert.equal(
        itemProblem(room, item, () => body),
        undefined,
      );
      for (const file of feedFiles({ ...room, items: [item] }, () => body)) assert.ok(file.body());
      assert.doesNotMatch(plain(title + body), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    fuzzRuns(150),
  );
});

test('an item on which something fails is named, and no other is', () => {
  const [bad] = room.items.filter(({ type }) => type === 'article');
  const bodyOf = ({ id }: { id: string }) => {
    if (id === bad!.id) throw new RangeError('Maximum call stack size exceeded');
    return 'text';
  };
  const named = [{ name: `${bad!.id}.md`, problem: 'it cannot be shown: Maximum call stack size exceeded' }];
  assert.deepEqual(unshowable(room, bodyOf, room.items), named);
  const others = room.items.filter(({ id }) => id !== bad!.id);
  assert.deepEqual(unshowable(room, bodyOf, others), []);
});
