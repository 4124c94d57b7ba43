// Lists in parts: what is made of them is what a plain walk makes, and parts that did not change are not walked again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differenceOf, inParts, joined, narrower, onceFor, oneByOne, partsOf, perPart } from './parts.ts';

const lists = fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }), { maxLength: 6 });

test('a list that is joined is its parts one after the other, without the empty ones', () => {
  fc.assert(
    fc.property(lists, (parts) => {
      const list = joined(parts);
      assert.deepEqual([...list], parts.flat());
      if (list.length > 0) assert.deepEqual(partsOf(list).flat(), parts.flat());
    }),
  );
});

test('the same parts make the same list, and another part another one', () => {
  const [first, second] = [[1, 2], [3]];
  const list = joined([first, second]);
  assert.equal(joined([first, second], list), list);
  assert.equal(joined([first, [], second], list), list);
  assert.notEqual(joined([first, [3]], list), list);
});

test('a part is looked at once, and what is made of the list is what a walk over all of it makes', () => {
  let looked = 0;
  const even = inParts((part: number[]) => {
    looked += part.length;
    return part.filter((one) => one % 2 === 0);
  });
  const [odd, mixed] = [
    [1, 3],
    [2, 3, 4],
  ];
  assert.deepEqual([...even(joined([odd, mixed]))], [2, 4]);
  assert.equal(looked, 5);
  const all = [6, 8];
  const list = even(joined([all, odd, mixed]));
  assert.deepEqual([...list], [6, 8, 2, 4]);
  assert.equal(looked, 7);
  assert.ok(partsOf(list).includes(all), 'a part that is kept whole stays the same object');
  assert.equal(even(joined([all, odd, mixed])), list);
});

test('what was made of an object is taken over with its part, or alone where another of its part changed', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  const made: string[] = [];
  const shout = oneByOne((one: { name: string }) => {
    made.push(one.name);
    return { name: one.name.toUpperCase() };
  });
  const kept = [c!];
  const first = shout(joined([[a!, b!], kept]));
  assert.deepEqual([...first], [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
  const second = shout(joined([[d!, a!], kept]));
  assert.deepEqual([...second], [{ name: 'D' }, { name: 'A' }, { name: 'C' }]);
  assert.deepEqual(made, ['a', 'b', 'c', 'd']);
  assert.equal(second[1], first[0]);
  assert.ok(partsOf(first).some((part) => partsOf(second).includes(part)));
});

test('what is looked for by one name is not what is looked for by another', () => {
  const narrowed = narrower<number>();
  const list = joined([[1, 2], [3]]);
  assert.deepEqual([...narrowed(list, 'odd', (one) => one % 2 === 1)], [1, 3]);
  assert.deepEqual([...narrowed(list, 'even', (one) => one % 2 === 0)], [2]);
});

test('facts that say the same give the same object, until others are asked for', () => {
  const sums = onceFor((factor: { by: number }) => perPart((part: number[]) => part.length * factor.by));
  assert.equal(sums({ by: 2 }), sums({ by: 2 }));
  assert.deepEqual(sums({ by: 2 })(joined([[1, 1], [1]])), [4, 2]);
  assert.deepEqual(sums({ by: 3 })(joined([[1, 1], [1]])), [6, 3]);
});

test('the difference of two lists is what one has and the other has not, by the objects', () => {
  const objects = Array.from({ length: 21 }, (_, n) => ({ n }));
  const chosen = fc.uniqueArray(fc.constantFrom(...objects));
  fc.assert(
    fc.property(chosen, chosen, fc.integer({ min: 1, max: 5 }), (before, after, size) => {
      const parts = (list: typeof objects) =>
        joined(Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size)));
      const { gone, come } = differenceOf(parts(before), parts(after));
      assert.deepEqual(new Set(gone), new Set(before.filter((one) => !after.includes(one))));
      assert.deepEqual(new Set(come), new Set(after.filter((one) => !before.includes(one))));
    }),
  );
});
