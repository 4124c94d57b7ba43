// The shipped example: its files are valid, whole and of our own invention, and ingest finds nothing new in its feeds.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AccessFile, Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { itemTypes, timelineKinds } from '#contract/content-types.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { pullFeeds } from './ingest/pull.ts';

const example = fileURLToPath(new URL('../content/example', import.meta.url));
const read = (name: string): string => readFileSync(join(example, name), 'utf8');
const json = (name: string): unknown => JSON.parse(read(name));

/** A function that says all that is wrong with a value. */
function judge(schema: object): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`));
}

const itemsIn = (folder: string) =>
  readdirSync(join(example, folder)).map((name) => {
    const { item, body } = parseItemFile(read(join(folder, name)));
    return { name, item: item as StoredItem, body };
  });
const published = itemsIn('published');
const inbox = itemsIn('inbox');
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

for (const [name, schema] of Object.entries({
  'creator.json': Creator,
  'feeds.json': FeedsFile,
  'timeline.json': TimelineFile,
  'access.json': AccessFile,
})) {
  test(`${name} of the example conforms to its schema`, () => assert.deepEqual(judge(schema)(json(name)), []));
}

/** Fields of groups, and of people with an employer; the example is one person who works for herself. */
const fieldsOfOthers = ['members', 'jobTitle'];

test('creator.json of the example fills every field of a single person', () => {
  const missing = (schema: { properties: object }, value: object) =>
    Object.keys(schema.properties).filter((field) => !(field in value));
  const creator = json('creator.json') as Creator;
  assert.deepEqual(missing(Creator, creator), fieldsOfOthers);
  assert.deepEqual(missing(Creator.properties.speaking, creator.speaking!), []);
});

test('every item file of the example conforms to the schema and bears the name of its id', () => {
  const problems = judge(StoredItem);
  for (const { name, item } of [...published, ...inbox]) {
    assert.deepEqual(problems(item), [], name);
    assert.equal(name, `${item.id}.md`);
  }
});

test('the example publishes at least 40 items, and some of each type', () => {
  assert.ok(published.length >= 40, `${published.length} items`);
  for (const type of itemTypes) assert.ok(published.filter(({ item }) => item.type === type).length >= 5, type);
});

test('the timeline of the example shows every kind of entry', () => {
  const kinds = (json('timeline.json') as TimelineFile).entries.map(({ kind }) => kind);
  const kindsOfItems = published.flatMap(({ item }) => item.kind ?? []);
  assert.deepEqual([...new Set([...kinds, ...kindsOfItems])].sort(), [...timelineKinds].sort());
});

test('the three newest articles of the example wait for the creator', () => {
  assert.equal(inbox.length, 3);
  const dates = published.filter(({ item }) => item.type === 'article').map(({ item }) => item.date);
  for (const { item } of inbox) {
    assert.equal(item.type, 'article');
    assert.equal(item.approvedAt, undefined);
    assert.ok(dates.every((date) => date! < item.date!));
  }
  for (const { name, item } of published) assert.ok(item.approvedAt! > item.date!, name);
});

test('every picture that the example names is there, and all of them are named', () => {
  const { portrait, banner, headshots = [], logos = [] } = json('creator.json') as Creator;
  const ofCreator = [portrait!, banner!, ...headshots, ...logos].map(({ file }) => `media/${file}`);
  const ofItems = [...published, ...inbox].flatMap(({ item, body }) => [
    ...[item.image, item.thumbnailUrl].filter((address) => address !== undefined),
    ...[...body.matchAll(/\]\(([^)]+\.(?:webp|jpg|png))\)/g)].map(([, address]) => address!),
  ]);
  const named = new Set([...ofCreator, ...ofItems]);
  for (const file of named) assert.ok(existsSync(join(example, file)), file);
  assert.deepEqual(
    [...named].sort(),
    filesIn(join(example, 'media'))
      .map((file) => `media/${file}`)
      .sort(),
  );
});

test('articles, episodes, videos and streams of the example all have a picture of their own', () => {
  for (const { name, item } of [...published, ...inbox]) {
    if (item.type !== 'timeline') assert.match(item.image ?? '', /^media\//, name);
  }
});

test('the pictures of the example weigh less than 1.5 MB together', () => {
  const bytes = filesIn(join(example, 'media')).map((file) => statSync(join(example, 'media', file)).size);
  assert.ok(bytes.reduce((sum, size) => sum + size, 0) < 1_500_000);
});

/** Names of XML vocabularies and of JSON Feed look like addresses and lead nowhere. */
const vocabularies = /xmlns(:\w+)?="[^"]*"|"version": "[^"]*"/g;

test('the example names no place of the real web', () => {
  // Files that a running room has written are not part of the example.
  const files = filesIn(example).filter((name) => !name.startsWith('.build') && /\.(json|xml|atom|md)$/.test(name));
  for (const file of files) {
    for (const [, host] of read(file)
      .replace(vocabularies, '')
      .matchAll(/\w+:\/\/([^\s/"'<>)]+)/g)) {
      assert.match(host!, /^([\w-]+\.)*example\.(org|com)$/, file);
    }
  }
});

test('ingest finds nothing new in the feeds of the example', async () => {
  const contentDir = join(mkdtempSync(join(tmpdir(), 'example-')), 'content');
  try {
    cpSync(example, contentDir, { recursive: true, filter: (path) => !path.endsWith('.build') });
    const fetchFeed = () => Promise.reject(new Error('a feed of the example is not a file'));
    const report = await pullFeeds({ contentDir, now: () => new Date('2026-12-01T00:00:00Z'), fetchFeed });
    const seen = report.feeds.map(({ outcome, problem, notices, new: added, changed }) => ({
      outcome,
      problem,
      notices,
      added,
      changed,
    }));
    const quiet = { outcome: 'ok', problem: undefined, notices: [], added: 0, changed: 0 };
    assert.deepEqual(
      seen,
      report.feeds.map(() => quiet),
    );
    for (const folder of ['inbox', 'published']) {
      for (const name of readdirSync(join(contentDir, folder))) {
        assert.equal(readFileSync(join(contentDir, folder, name), 'utf8'), read(join(folder, name)), name);
      }
    }
  } finally {
    rmSync(join(contentDir, '..'), { recursive: true });
  }
});
