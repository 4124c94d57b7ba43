// A content type is one record; what else is said for each type stands in few tables, which the compiler checks.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  contentTypes,
  hasPage,
  itemTypes,
  listNames,
  pagedSectionNames,
  typesInList,
  typesInSection,
} from './content-types.ts';
import { endpoints } from './endpoints.ts';

test('each type is in one list and on one shelf, and shelves with pages are the sections', () => {
  assert.deepEqual(listNames.flatMap(typesInList).sort(), [...itemTypes].sort());
  assert.deepEqual(pagedSectionNames.flatMap(typesInSection).sort(), itemTypes.filter(hasPage).sort());
  for (const { list } of Object.values(contentTypes)) assert.equal(endpoints[list].http.servedBy, 'query');
});

test('besides the records, tables by content type stand in these files alone', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = globSync('{site,sidecar,scripts}/**/*.{ts,astro}', { cwd: root });
  const isTable = (text: string) => /\barticle: [^]{0,900}\btimeline: /.test(text);
  const tables = files
    .filter((file) => !/content-types\.ts$|\.test\.ts$/.test(file) && isTable(readFileSync(root + file, 'utf8')))
    .sort();
  assert.deepEqual(tables, [
    'scripts/ingest/normalise/fields.ts',
    'site/domain/sandbox.ts',
    'site/views/json-ld-items.ts',
  ]);
});
