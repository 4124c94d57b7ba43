// A content type is one record. Other tables by content type are few, and the compiler checks them.
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

test('each type is in one list and one section, and the paged sections hold the types that have pages', () => {
  assert.deepEqual(listNames.flatMap(typesInList).sort(), [...itemTypes].sort());
  assert.deepEqual(pagedSectionNames.flatMap(typesInSection).sort(), itemTypes.filter(hasPage).sort());
  for (const { list } of Object.values(contentTypes)) assert.equal(endpoints[list].http.servedBy, 'query');
});

test('only these files contain further tables by content type', () => {
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
