// Tests changes that the hash of an entry leaves out: pictures, languages, durations, and differences that are no
// edits.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { summarizeEdit } from '../../sidecar/content/edit-summary.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { approve, edit, reject } from '../../sidecar/content/review.ts';
import { readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting } from '../../sidecar/content/waiting-items.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

interface Said {
  image?: string;
  language?: string;
  seconds?: number;
  channel?: string;
  alternate?: string;
  tags?: string[];
}

/** Creates a room with one approved episode. */
async function newRoom(t: TestContext, first: Said = {}) {
  const contentDir = mkdtempSync(join(tmpdir(), 'changed-beside-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'show', file: 'feed.json' }] }));
  const desk = openDesk(contentDir);
  const pull = async () => (await pullFeeds({ contentDir, reader, now: () => new Date('2026-01-01') })).feeds[0]!;
  const says = ({ image = 'https://example.org/a.jpg', seconds = 60, channel = 'en', ...rest }: Said = {}) => {
    const sound = { url: 'https://example.org/1.mp3', mime_type: 'audio/mpeg', duration_in_seconds: seconds };
    const item = { id: '1', title: 'One', content_text: 'Words.', image, attachments: [sound], ...rest };
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Show', language: channel, items: [item] };
    writeFileSync(join(contentDir, 'feed.json'), JSON.stringify(feed));
    return pull();
  };
  await says(first);
  const { id } = (await listWaiting(desk)).items[0]!.item;
  await approve(desk, id);
  const waiting = async () => {
    const [edited] = (await listWaiting(desk)).items;
    return edited && summarizeEdit(edited.published!, edited).map((line) => line.split(':')[0]);
  };
  const published = async () => {
    const found = await readItem(desk, 'published', id);
    assert.ok(found.outcome === 'found');
    return found.item;
  };
  return { contentDir, desk, id, says, pull, waiting, published };
}

const edits: [string, Said, string][] = [
  ['a picture', { image: 'https://example.org/b.jpg' }, 'image'],
  ['the length of a recording', { seconds: 3600 }, 'durationSeconds'],
  ['the language of an entry', { language: 'fr' }, 'language'],
  ['the language of the channel', { channel: 'de' }, 'language'],
];
for (const [what, said, field] of edits) {
  test(`a change of ${what} at the source becomes an edit, once`, async (t) => {
    const { desk, id, says, waiting, published } = await newRoom(t);
    assert.equal((await says(said)).changed, 1);
    assert.deepEqual(await waiting(), [field]);
    assert.equal((await says({ ...said })).changed, 0);
    assert.deepEqual(await approve(desk, id), { outcome: 'approved' });
    const item = await published();
    assert.notEqual(item[field as 'image'], undefined);
    assert.equal((await says({ ...said, image: `${said.image ?? 'https://example.org/a.jpg'}?x=1` })).changed, 0);
    assert.deepEqual(await published(), item);
  });
}

test('such an edit is withdrawn if the source reverts it, and does not return after a rejection', async (t) => {
  const { desk, id, says, waiting } = await newRoom(t);
  await says({ image: 'https://example.org/b.jpg' });
  assert.equal((await says()).notices[0]!.code, 'edits_withdrawn');
  assert.equal(await waiting(), undefined);
  await says({ image: 'https://example.org/b.jpg' });
  await reject(desk, id);
  for (const image of ['a', 'b', 'a', 'b']) await says({ image: `https://example.org/${image}.jpg` });
  assert.equal(await waiting(), undefined);
});

test('a picture that both sides changed is a conflict for the creator', async (t) => {
  const { desk, id, says } = await newRoom(t);
  await edit(desk, id, { fields: { image: 'https://example.org/mine.jpg', title: 'Mine' } });
  await says({ image: 'https://example.org/b.jpg' });
  const [waiting] = (await listWaiting(desk)).items;
  const conflicts = waiting!.conflicts.map(({ name }) => name);
  assert.deepEqual(conflicts, ['image']);
});

const noEdits: [string, Said, Said][] = [
  ['signature', { image: 'https://cdn.example.org/a.jpg?sig=1' }, { image: 'https://cdn.example.org/a.jpg?sig=2' }],
  ['host of many', { image: 'https://i1.example.org/a.jpg' }, { image: 'https://i2.example.org/a.jpg' }],
  [
    'service before a picture',
    { image: 'https://example.org/a.jpg' },
    { image: 'https://cdn.example.net/image/fetch/w_1200/https%3A%2F%2Fexample.org%2Fa.jpg' },
  ],
  ['spelling of a language', { channel: 'en-US' }, { channel: 'en-us' }],
];
for (const [what, before, after] of noEdits) {
  test(`a different ${what} is not an edit`, async (t) => {
    const { says, waiting } = await newRoom(t, before);
    assert.equal((await says(after)).changed, 0);
    assert.equal(await waiting(), undefined);
  });
}

test('a room without stored digests accepts the current state and notices the next change', async (t) => {
  const { contentDir, pull, says, waiting, published } = await newRoom(t);
  const item = await published();
  const states = join(contentDir, '.build', 'feed-state.json');
  const { show } = JSON.parse(readFileSync(states, 'utf8'));
  const { noted: _, conversion: __, ...earlier } = show;
  writeFileSync(states, JSON.stringify({ show: earlier }));
  assert.equal((await pull()).changed, 0);
  assert.deepEqual([await published(), await waiting()], [item, undefined]);
  assert.equal((await pull()).outcome, 'unchanged');
  await says({ image: 'https://example.org/b.jpg' });
  assert.deepEqual(await waiting(), ['image']);
});
