import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWith } from '#domain/release/built-manifest.ts';
import type { Manifest } from '#domain/release/page.ts';
import { changedManifest, entriesWhere, factsOf } from './manifest-lines.ts';

const facts = (release: string) => ({
  ...{ release, baseUrl: 'http://room.example', others: {}, isFetched: true as const },
  content: { digest: release, changedAt: 0 },
});
const entry = (etag: string) => ({
  file: etag,
  etag,
  size: 1,
  type: 'text/plain',
  lastModified: '2026-01-01T00:00:00Z',
});
const entries = (etags: Record<string, string>): Manifest['entries'] =>
  Object.fromEntries(Object.entries(etags).map(([path, etag]) => [path, entry(etag)]));
const whole = (release: string, etags: Record<string, string>) =>
  textWith(facts(release), Object.entries(entries(etags)));
const before = { '/a': 'a1', '/b': 'b1', '/süß': 'c1', '/z': 'z1' };

const after = (etags: Record<string, string>, gone: string[]): string => {
  const text = Buffer.from(whole('first', before));
  return changedManifest(text, facts('second'), { changed: entries(etags), gone }).toString();
};

test('a manifest that is changed line by line is the one that would have been written', () => {
  const cases: [Record<string, string>, string[], Record<string, string>][] = [
    [{}, [], before],
    [{ '/b': 'b2' }, [], { ...before, '/b': 'b2' }],
    [{ '/a': 'a2', '/z': 'z2' }, [], { ...before, '/a': 'a2', '/z': 'z2' }],
    [{ '/new': 'n1' }, ['/z'], { '/a': 'a1', '/b': 'b1', '/süß': 'c1', '/new': 'n1' }],
    [{}, ['/a', '/z', '/never'], { '/b': 'b1', '/süß': 'c1' }],
    [{ '/only': 'o1' }, Object.keys(before), { '/only': 'o1' }],
    [{}, Object.keys(before), {}],
  ];
  for (const [changed, gone, expected] of cases) assert.equal(after(changed, gone), whole('second', expected));
});

test('facts and single entries are read without the others', () => {
  const text = Buffer.from(whole('first', before));
  assert.equal(factsOf(text).release, 'first');
  assert.deepEqual([...entriesWhere(text, (key) => key === '"/süß"')], [['/süß', entry('c1')]]);
  assert.throws(() => factsOf(Buffer.from('{"release":"x","entries":{}}\n')), /another version/);
});
