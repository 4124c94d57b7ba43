import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inParts, partsOf } from '#domain/lists/parts.ts';
import { newestFirst } from '#domain/room.ts';
import { merged, Months } from './months.ts';

const dated = (id: number, day: number) => ({
  item: { id: `i${id}`, date: new Date(Date.UTC(2026, 0, day)).toISOString() },
});

test('whatever is put in and taken out, the list is sorted, and months that nobody touched are the same objects', () => {
  const step = fc.record({ id: fc.nat(12), day: fc.option(fc.integer({ min: 1, max: 120 })) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const months = new Months<ReturnType<typeof dated>>();
      const all = new Map<string, ReturnType<typeof dated>>();
      for (const { id, day } of steps) {
        const [before, name] = [partsOf(months.list), `i${id}`];
        const one = day === null ? undefined : dated(id, day);
        months.put(name, one);
        if (one) all.set(name, one);
        else all.delete(name);
        assert.deepEqual(
          [...months.list],
          [...all.values()].sort((a, b) => newestFirst(a.item, b.item)),
        );
        const kept = partsOf(months.list).filter((part) => before.includes(part));
        assert.ok(kept.length >= before.length - 2, 'one that is left and one that is entered');
      }
    }),
  );
});

test('two lists are merged by date', () => {
  const months = new Months<ReturnType<typeof dated>>();
  for (const day of [1, 40, 41, 80]) months.put(`i${day}`, dated(day, day));
  const list = inParts((all: ReturnType<typeof dated>[]) => all.map(({ item }) => item))(months.list);
  const others = [dated(100, 41).item, dated(101, 100).item];
  assert.deepEqual([...merged(list, others)], [...list, ...others].sort(newestFirst));
  assert.equal(merged(list, []), list);
});
