// The documents for engineers name files, commands and guides that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import program from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const documents = ['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md', '.github/CHANGELOG.md'];
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');
const missing = (paths: string[]): string[] => paths.filter((path) => !existsSync(path));

test('every path in code font is there', () => {
  const named = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`((?:site|sidecar|scripts|e2e)\/[\w./-]+)`/g)].map(([, path]) => join(root, path!)),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(missing(named), []);
});

test('every link between documents leads somewhere', () => {
  for (const document of documents) {
    const linked = [...textOf(document).matchAll(/\]\(((?!https?:)[^)#]+)/g)].map(([, path]) =>
      join(root, dirname(document), path!),
    );
    assert.deepEqual(missing(linked), [], document);
  }
});

test('every command of the documents is one', () => {
  const called = documents.flatMap((document) =>
    [...textOf(document).matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name!),
  );
  const unknown = called.filter((name) => !Object.hasOwn(program.scripts, name));
  assert.deepEqual(unknown, []);
});

test('the README says how to get the program and how to upgrade it, and leaves the details to the guides', () => {
  const readme = textOf('README.md');
  assert.match(readme, /git clone/);
  assert.match(readme, /^## Upgrading$[^]*npm run upgrade[^]*npm run upgrade -- --back/m);
  assert.ok(readme.split('\n').length <= 170);
});

test('the changelog begins with the version of the program, or with what is not released yet', () => {
  const headings = [...textOf('.github/CHANGELOG.md').matchAll(/^## ([\w.]+)/gm)].map(([, name]) => name!);
  const [newest] = headings.filter((name) => name !== 'Unreleased');
  assert.equal(newest, program.version);
  assert.ok(headings.indexOf('Unreleased') <= 0);
});

test('the changelog keeps to the sections of Keep a Changelog, in lines of at most 120 characters', () => {
  const changelog = textOf('.github/CHANGELOG.md');
  const sections = [...changelog.matchAll(/^### (.+)$/gm)].map(([, name]) => name!);
  assert.deepEqual(
    sections.filter((name) => !['Added', 'Changed', 'Deprecated', 'Fixed', 'Removed', 'Security'].includes(name)),
    [],
  );
  assert.deepEqual(
    changelog.split('\n').filter((line) => line.length > 120),
    [],
  );
});
