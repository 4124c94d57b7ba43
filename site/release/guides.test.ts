// Public guides: title, summary, addresses of the room that serves them, and links.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGuides } from './guides.ts';

const guides = readGuides(join(import.meta.dirname, '..', 'guides'), 'https://room.example.org');

test('each guide has a title and a summary', () => {
  assert.deepEqual(
    guides.map(({ path }) => path),
    ['/docs/decisions', '/docs/agents'],
  );
  for (const { path, title, summary, body } of guides)
    assert.ok(title && summary.endsWith('.') && body.length > 200, path);
});

test('the examples of a guide have the address of the room that serves it', () => {
  const { body } = guides.find(({ path }) => path === '/docs/agents')!;
  assert.match(body, /curl 'https:\/\/room\.example\.org\/api\/agent\/media-kit'/);
  assert.doesNotMatch(body, /127\.0\.0\.1/);
});

test('links to guides lead to guides', () => {
  const paths = ['/docs', ...guides.map(({ path }) => path)];
  const links = guides.flatMap(({ body }) => [...body.matchAll(/\]\((\/docs[^)#]*)/g)].map(([, path]) => path!));
  assert.deepEqual(
    links.filter((path) => !paths.includes(path)),
    [],
  );
});
