// SIGKILL in the middle of ingest, review and build: no item is lost, torn or doubled, no decision is forgotten, and
// what is live is whole.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { load } from 'js-yaml';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { testContent } from '../content.ts';
import { command, makeRoom, type Room } from '../room.ts';
import { type Cut, cutter } from './cut-commands.ts';
import { growingFeeds, type GrowingFeeds } from './growing-feeds.ts';
import { type Chance, chanceOf, killsOf, progress, seed } from './size.ts';
import { objectOf, pagesIn } from '../release.ts';

const folders = ['inbox', 'published', 'rejected'] as const;
type Folder = (typeof folders)[number];
const kills = { ingest: killsOf(2, 0.3), review: killsOf(2, 0.3), build: killsOf(1, 0.15) };

let room: Room;
let feeds: GrowingFeeds;
/** The last decision about each item; undefined if it was interrupted. */
const decided = new Map<string, 'published' | 'rejected' | undefined>();

before(async () => {
  const content = await testContent(growingFeeds.files);
  room = await makeRoom(content);
  for (const folder of folders) mkdirSync(join(room.content, folder), { recursive: true });
  feeds = growingFeeds(room.content);
});
after(() => room.remove());

interface Found {
  item: StoredItem;
  body: string;
}

/** Items that came from the feeds, by id; throws at a file that is torn. */
function itemsIn(folder: Folder): Map<string, Found> {
  const path = join(room.content, folder);
  const found = new Map<string, Found>();
  for (const name of readdirSync(path).filter((one) => one.endsWith('.md'))) {
    const text = ifThere(() => readFileSync(join(path, name), 'utf8'));
    if (text === undefined) continue;
    const [, frontMatter = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? assert.fail(`${name} is torn`);
    const file: Found = { item: load(frontMatter) as StoredItem, body };
    assert.equal(`${file.item.id}.md`, name);
    if (file.item.sourceFeed) found.set(file.item.id, file);
  }
  return found;
}

/** Every answer of the live release is there, to the last byte. */
function assertWhole(): void {
  for (const [path, { size }] of Object.entries(pagesIn(room.dist)))
    assert.equal(statSync(objectOf(room.dist, path)).size, size, path);
}

/** Nothing where another command has just moved it. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Decision {
  verb: 'approve' | 'reject' | 'retract';
  ids: string[];
}

/** Some that wait are published, one is turned down, or one of the published leaves the room. */
function nextDecision(chance: Chance): Decision | undefined {
  const waiting = [...itemsIn('inbox').keys()];
  const published = [...itemsIn('published').keys()];
  const one = (ids: string[]) => ids[Math.floor(chance() * ids.length)]!;
  const luck = chance();
  if (luck < 0.1 && published.length > 0) return { verb: 'retract', ids: [one(published)] };
  if (waiting.length === 0) return undefined;
  return luck < 0.3 ? { verb: 'reject', ids: [one(waiting)] } : { verb: 'approve', ids: waiting.slice(0, 3) };
}

function note({ verb, ids }: Decision, { cut, code }: Cut): void {
  for (const id of ids) {
    // Turning down an edit leaves what is published as it was.
    const isEdit = verb === 'reject' && decided.get(id) !== 'rejected' && itemsIn('published').has(id);
    if (isEdit) continue;
    decided.set(id, cut || code !== 0 ? undefined : verb === 'approve' ? 'published' : 'rejected');
  }
}

test(`kills: ${JSON.stringify(kills)} (seed ${seed})`, async (t) => {
  const run = cutter(room.env);
  const left = { ...kills };
  async function readAndBuild(chance: Chance): Promise<void> {
    while (left.ingest + left.build > 0) {
      const name = chance() < left.ingest / (left.ingest + left.build) ? 'ingest' : 'build';
      if (name === 'ingest') feeds.change();
      const { cut } = await run(name, [], chance);
      if (cut) progress(`${name}: ${--left[name]} kills left`);
      if (cut && name === 'build') assertWhole();
    }
  }
  async function review(chance: Chance): Promise<void> {
    while (left.review > 0) {
      const decision = nextDecision(chance);
      if (!decision) feeds.change();
      const result = decision
        ? await run('review', [`--${decision.verb}`, ...decision.ids], chance)
        : await run('ingest', [], chance, 'whole');
      if (decision) note(decision, result);
      if (decision && result.cut) progress(`review: ${--left.review} kills left`);
    }
  }
  await Promise.all([readAndBuild(chanceOf(1)), review(chanceOf(2))]);
  t.diagnostic(`${feeds.entries().length} entries, ${decided.size} decisions`);
});

test('a last ingest finds each entry as one item, the decisions as they were made, and the newest text', async () => {
  await command(room.env, 'ingest');
  const [inbox, published, rejected] = folders.map(itemsIn) as [Map<string, Found>, ...Map<string, Found>[]];
  const idsOf = Map.groupBy([...inbox, ...published!, ...rejected!], ([, { item }]) => item.title);
  const isRejectedEdit = (id: string) => published!.has(id) && rejected!.has(id) && !inbox.has(id);
  for (const { title, review, text } of feeds.entries()) {
    const ids = new Set(idsOf.get(title)?.map(([id]) => id));
    assert.equal(ids.size, 1, `${title}: ${[...ids]}`);
    const [id] = [...ids] as [string];
    if (review === 'manual') continue;
    assert.ok(!isRejectedEdit(id), title);
    if (published!.has(id)) assert.ok(published!.get(id)!.body.includes(text), title);
  }
  assert.equal(new Set([...inbox.keys(), ...published!.keys(), ...rejected!.keys()]).size, feeds.entries().length);
  for (const [id, fate] of decided) {
    if (fate === 'published') assert.ok(published!.has(id), `${id} was published`);
    if (fate === 'rejected') assert.ok(!published!.has(id) && !inbox.has(id), `${id} was turned down`);
  }
});

async function idsListed(list: string): Promise<string[]> {
  const { items } = JSON.parse(readFileSync(objectOf(room.dist, `/api/agent/${list}`), 'utf8')) as {
    items: { id: string }[];
  };
  return items.map(({ id }) => id);
}

test('a last build has what is published, and is whole', async () => {
  await command(room.env, 'build');
  assertWhole();
  const listed = [...(await idsListed('articles')), ...(await idsListed('timeline-entries'))];
  assert.equal(new Set(listed).size, listed.length);
  const published = itemsIn('published');
  for (const id of published.keys()) assert.ok(listed.includes(id), `${id} is not live`);
  for (const id of itemsIn('rejected').keys()) assert.ok(published.has(id) || !listed.includes(id), `${id} is live`);
});
