// Every guide has a title and a sentence, fits the room that serves it, and links to nothing that is not there.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { guidePath, readGuides } from './guides.ts';

const guides = readGuides(join(import.meta.dirname, '..', 'guides'), 'https://room.example.org');

test('each guide says in a title and a sentence what it is about', () => {
  assert.ok(guides.length >= 8);
  for (const { name, title, summary, body } of guides) {
    assert.match(name, /^[a-z-]+$/);
    assert.ok(title && summary.endsWith('.') && body.length > 200, name);
  }
});

test('examples of a guide ask the room that serves it', () => {
  const { body } = guides.find(({ name }) => name === 'agents')!;
  assert.match(body, /curl 'https:\/\/room\.example\.org\/api\/agent\/media-kit'/);
  assert.doesNotMatch(body, /127\.0\.0\.1/);
});

test('links between guides lead to guides', () => {
  const paths = guides.map(({ name }) => guidePath(name));
  const linked = guides.flatMap(({ body }) => [...body.matchAll(/\]\((\/docs\/[^)#]+)/g)].map(([, path]) => path!));
  assert.deepEqual(
    linked.filter((path) => !paths.includes(path)),
    [],
  );
});
