// Reads the feeds in golden/ and compares each with its expected result. A new case consists of two files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { type FeedReading, readFeed } from './read-feed.ts';

const folder = join(import.meta.dirname, 'golden');
const inputs = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'));

for (const input of inputs) {
  test(`${input} is read as expected`, async () => {
    const reading = await readFeed({
      feed: { id: 'golden' },
      bytes: readFileSync(join(folder, input)),
      address: 'https://example.org/feed.xml',
      knownHashes: new Set(),
    });
    const actual = comparable(reading);
    const expected = join(folder, `${basename(input, extname(input))}.expected.json`);
    // GOLDEN=write records the results, which must be reviewed before they are committed.
    if (process.env['GOLDEN'] === 'write') writeFileSync(expected, `${JSON.stringify(actual, undefined, 2)}\n`);
    assert.deepEqual(actual, JSON.parse(readFileSync(expected, 'utf8')));
  });
}

/** Removes the hash, which other tests cover, and undefined fields. */
function comparable({ entries, notices }: FeedReading): unknown {
  const facts = entries.map(({ content, hash, unhashed, dateText, ...entry }) => {
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.match(unhashed, /^[0-9a-f]{12}$/);
    return { ...entry, ...(dateText !== entry.date && { dateText }), ...content };
  });
  return JSON.parse(JSON.stringify({ entries: facts, notices: notices.map(describeNotice) }));
}
