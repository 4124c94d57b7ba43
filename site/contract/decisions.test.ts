// Every cited decision exists, and every decision is cited where it takes effect.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { decisions } from './decisions.ts';

const root = resolve(import.meta.dirname, '../..');
const own = new Set(['site/contract/decisions.ts', 'site/contract/decisions.test.ts']);
const cited = globSync('{site,sidecar,scripts,e2e}/**/*.{ts,astro}', { cwd: root })
  .filter((path) => !own.has(path))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(/@spec-gap\s+(\S*)/g)].map(([, anchor]) => ({
      path,
      anchor: anchor!.replace(/[.,;:]$/, ''),
    }));
  });

test('every @spec-gap in the code names a decision', () => {
  const unknown = cited.filter(({ anchor }) => !(anchor in decisions));
  assert.deepEqual(unknown, []);
});

test('every decision is cited by the code that carries it out', () => {
  const names = new Set(cited.map(({ anchor }) => anchor));
  const uncited = Object.keys(decisions).filter((name) => !names.has(name));
  assert.deepEqual(uncited, []);
});

test('no comment refers to a document that is not in the repository', () => {
  const missing = globSync('{site,sidecar,scripts,e2e}/**/*.{ts,astro,mjs,css}', { cwd: root })
    .filter((path) => !own.has(path))
    .filter((path) => /\b(decisions|design|agent-api)\.md\b/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(missing, []);
});
