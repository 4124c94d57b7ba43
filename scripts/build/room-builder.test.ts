// Whatever is changed, and in whatever order: a builder that has been there all the time ends where a build from nothing ends.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import type { Manifest } from '#domain/release/manifest.ts';
import { type Built, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-builder-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
for (const name of ['published', 'rejected', 'transcripts']) mkdirSync(join(content, name), { recursive: true });

const base = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as Built;
const builderOf = (contentDir: string, dist: string) =>
  roomBuilder(contentDir, { ...base, distDir: join(folder, dist) });
const put = (name: string, text: string) => writeFileSync(join(content, name), text);

const creator = {
  name: 'Ida Measure',
  publication: 'The Long Table',
  oneLiner: 'Short letters.',
  description: 'Short letters about very little.',
  language: 'en',
  topics: ['Letters', 'Sea'],
  themes: [{ id: 'letters', label: 'Letters', keywords: ['post'] }],
  updatedAt: '2020-01-01',
};
const seed = Number(process.env.SOAK_SEED ?? 1);
const types = ['article', 'episode', 'video', 'timeline'] as const;
const idOf = (n: number) => `item-${n}-${n.toString(16).padStart(8, '0')}`;
const putItem = (n: number, more: Partial<StoredItem> = {}, body = `The body of item ${n}.`) => {
  const date = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().replace('.000', '');
  const words = { title: `Item ${n}`, keywords: n % 2 ? ['post'] : ['sea'], themeIds: [] };
  const sound = { audioUrl: `https://media.example/${n}.mp3`, durationSeconds: 60 };
  const type = types[n % types.length]!;
  const item = { id: idOf(n), type, date, ...words, ...(type === 'episode' && sound), ...more } as StoredItem;
  put(`published/${idOf(n)}.md`, formatItemFile({ item, body }));
};

/** Each with a number that says which item it is about. */
const changes: Record<string, (n: number) => void> = {
  approve: (n) => putItem(n + 100),
  edit: (n) => putItem(n, { updatedAt: '2021-01-01T00:00:00Z' }, 'Other words.'),
  hide: (n) => putItem(n, { hiddenOn: ['api'] }),
  retract: (n) => {
    const name = `${idOf(n)}.md`;
    putItem(n, { retractedAt: '2021-02-01T00:00:00Z' });
    renameSync(join(content, 'published', name), join(content, 'rejected', name));
  },
  retheme: (n) =>
    put('creator.json', JSON.stringify({ ...creator, themes: [{ id: `t${n}`, label: `T${n}`, keywords: ['sea'] }] })),
  creator: (n) => put('creator.json', JSON.stringify({ ...creator, description: `Letters, part ${n}.` })),
  price: (n) => {
    const article = `article:${idOf(n - (n % types.length))}`;
    put('access.json', JSON.stringify({ enabled: true, prices: { [article]: 100 } }));
  },
  transcript: () => put(`transcripts/${idOf(1)}.vtt`, 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello sea\n'),
};

/** Without what a build from nothing cannot know: when a file went out before, and assets of the release before. */
const facts = ({ entries }: Manifest) =>
  Object.entries(entries)
    .filter(([, { retired }]) => !retired)
    .map(([path, { lastModified: _, ...entry }]) => [path, entry]);

function shuffled<T>(all: T[], seed: number): T[] {
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  return all
    .map((value) => ({ value, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

test('a build after any changes gives what a build from nothing gives', async () => {
  put('creator.json', JSON.stringify(creator));
  for (let n = 0; n < 12; n++) putItem(n);
  const warm = builderOf(content, 'warm');
  const build = async () => {
    const { after: made } = await warm.build(stopwatch());
    await warm.tidy();
    return made?.manifest;
  };
  await build();
  let last: Manifest | undefined;
  for (const [n, name] of shuffled(Object.keys(changes), seed).entries()) {
    changes[name]!(n);
    last = (await build()) ?? last;
  }
  const copy = join(folder, 'copy');
  cpSync(content, copy, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const { after: scratch } = await builderOf(copy, 'scratch').build(stopwatch());
  assert.deepEqual(facts(last!), facts(scratch!.manifest), `seed ${seed}`);
});
