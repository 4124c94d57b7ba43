// Tests npm run review: arguments, output, decisions and exit codes.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { type ItemFolder, readItem } from '../../sidecar/content/review-desk.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { runInMemory } from '../test-io.ts';
import { readCall } from '../commands/command.ts';
import { reviewOptions } from './options.ts';
import { runReview } from './run.ts';

const tide: StoredItem = {
  id: 'tide-00000001',
  type: 'article',
  title: 'Tide',
  date: '2025-01-02T00:00:00Z',
  summary: 'It comes and goes.',
  keywords: [],
  themeIds: [],
  sourceFeed: 'blog',
};
const moon: StoredItem = { ...tide, id: 'moon-00000002', title: 'Moon', date: '2025-01-03T00:00:00Z' };
const talk: StoredItem = { ...tide, id: 'talk-00000003', title: 'Talk', type: 'episode', sourceFeed: 'show' };

const readOptions = (args: string[]) => reviewOptions({}, readCall('review', args));

async function newRoom(t: TestContext) {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'review-run-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  const desk = openDesk(contentDir);
  const put = async (folder: ItemFolder, item: StoredItem, body = 'Text of it.') => {
    await fs.mkdir(join(contentDir, folder), { recursive: true });
    await fs.writeFile(join(contentDir, folder, `${item.id}.md`), formatItemFile({ item, body }));
  };
  for (const item of [tide, moon, talk]) await put('inbox', item);
  const filesIn = (folder: ItemFolder) => fs.readdir(join(contentDir, folder)).catch(() => []);
  return { desk, put, filesIn };
}
type Room = Awaited<ReturnType<typeof newRoom>>;

async function run({ desk }: Room, ...args: string[]) {
  const lines: string[] = [];
  const code = await runReview(readOptions(args), { desk, say: (line) => void lines.push(line) });
  return { code, text: lines.join('\n') };
}

/** Runs an interactive review with these answers; after them the input ends. */
async function answer({ desk }: Room, answers: string[], editText = async (text: string) => text) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const terminal = { say, ask: async (question: string) => (say(question), answers.shift()) };
  const code = await runReview(readOptions([]), { desk, say, round: { desk, terminal, editText } });
  return { code, text: lines.join('\n') };
}

test('the inbox is listed by feed, newest first, with the options for decisions if there is no terminal', async (t) => {
  const { code, text } = await run(await newRoom(t));
  assert.equal(code, 0);
  assert.match(text, /blog \(2\)\n.*Moon\n.*moon-00000002\n.*Tide\n[^]*show \(1\)\n[^]*3 items waiting\./);
  assert.match(text, /--approve ID/);
});

test('an edit of a published item is marked and its changes are shown', async (t) => {
  const room = await newRoom(t);
  await room.put('published', { ...tide, title: 'Tides' });
  const { text } = await run(room, '--list');
  assert.match(text, /Tide {2}\(edit\)[^]*title: \[-Tides-\] \{\+Tide\+\}/);
});

test('an item dated in the future is marked in the list, in the interactive review and in JSON', async (t) => {
  const room = await newRoom(t);
  const now = new Date('2026-11-28T12:00:00Z');
  const ahead = { ...room, desk: { ...room.desk, now: () => now } };
  const stream: StoredItem = { ...tide, id: 'stream-00000004', type: 'stream', startsAt: '2027-02-01T18:00:00Z' };
  await room.put('inbox', { ...moon, date: '2027-05-03T09:00:00+02:00' });
  await room.put('inbox', stream);
  await room.put('inbox', { ...talk, date: '2026-11-29T11:00:00Z' });
  const { text } = await run(ahead, '--list');
  assert.match(text, /moon-00000002\n +Dated 2027-05-03: it is shown as planned until then\.\n/);
  assert.match(text, /stream-00000004\n +Dated 2027-02-01: it is shown as planned until then\.\n/);
  assert.equal(text.split('shown as planned').length, 3);
  assert.equal((await answer(ahead, ['q'])).text.split('Dated 2027-05-03').length, 3);
  const { items } = JSON.parse((await run(ahead, '--list', '--json')).text) as { items: { plannedDay?: string }[] };
  assert.deepEqual(items.map(({ plannedDay }) => plannedDay).sort(), [
    '2027-02-01',
    '2027-05-03',
    undefined,
    undefined,
  ]);
});

test('options decide about several items, and the exit code is 1 if one decision fails', async (t) => {
  const room = await newRoom(t);
  const { code, text } = await run(room, '--approve', tide.id, moon.id, '--reject', talk.id, '../../etc/passwd');
  assert.equal(code, 1);
  assert.match(text, /tide-00000001: approved\nmoon-00000002: approved\ntalk-00000003: rejected\n.*is not an item id/);
  assert.match(text, /3 done, 1 not\.\nUndo with npm run review -- --undo$/);
  assert.deepEqual(await room.filesIn('published'), ['moon-00000002.md', 'tide-00000001.md']);
});

test('--approve-all is limited by --feed', async (t) => {
  const room = await newRoom(t);
  assert.equal((await run(room, '--approve-all', '--feed', 'blog')).code, 0);
  assert.deepEqual(await room.filesIn('inbox'), ['talk-00000003.md']);
  await run(room, '--reject-all');
  assert.deepEqual(await room.filesIn('rejected'), ['talk-00000003.md']);
});

test('--retract withdraws an item and --reopen returns it to the inbox', async (t) => {
  const room = await newRoom(t);
  await run(room, '--approve', tide.id);
  await run(room, '--retract', tide.id);
  assert.deepEqual(await room.filesIn('published'), []);
  await run(room, '--reopen', tide.id);
  assert.equal((await room.filesIn('inbox')).length, 3);
});

test('--edit parses values by the type of the field and rejects values that the schema does not allow', async (t) => {
  const room = await newRoom(t);
  const settings = [
    '--set',
    'title=A=B',
    '--set',
    'keywords=sea, moon',
    '--set',
    'engagementScore=7',
    '--set',
    'summary=',
  ];
  assert.equal((await run(room, '--edit', tide.id, ...settings)).code, 0);
  const found = await readItem(room.desk, 'inbox', tide.id);
  assert.ok(found.outcome === 'found');
  const { title, keywords, engagementScore, summary } = found.item;
  assert.deepEqual([title, keywords, engagementScore, summary], ['A=B', ['sea', 'moon'], 7, undefined]);
  const refused = await run(room, '--edit', tide.id, '--set', 'type=song');
  assert.equal(refused.code, 1);
  assert.match(refused.text, /type must be one of article/);
});

test('--edit accepts a date as a day or an instant, and explains the format otherwise', async (t) => {
  const room = await newRoom(t);
  const dated = async (date: string) => {
    await run(room, '--edit', tide.id, '--set', `date=${date}`);
    const found = await readItem(room.desk, 'inbox', tide.id);
    return found.outcome === 'found' && found.item.date;
  };
  assert.equal(await dated('2026-03-04'), '2026-03-04T00:00:00Z');
  assert.equal(await dated('2026-03-04T10:00:00+02:00'), '2026-03-04T10:00:00+02:00');
  for (const wrong of ['2026-02-30', '4 March 2026'])
    await assert.rejects(dated(wrong), /use a day such as 2026-05-01/);
});

test('--json prints one document for the list and for the results', async (t) => {
  const room = await newRoom(t);
  const listed = JSON.parse((await run(room, '--json', '--feed', 'show')).text);
  assert.deepEqual(
    listed.items.map(({ item }: { item: StoredItem }) => item.id),
    [talk.id],
  );
  const decided = await run(room, '--json', '--approve', talk.id, 'none-00000009');
  assert.equal(decided.code, 1);
  assert.deepEqual(JSON.parse(decided.text), {
    results: [
      { id: talk.id, outcome: 'approved' },
      { id: 'none-00000009', outcome: 'not_found' },
    ],
  });
});

test('--show finds an item in any folder', async (t) => {
  const room = await newRoom(t);
  await run(room, '--approve', tide.id);
  assert.match((await run(room, '--show', tide.id)).text, /^in published\n[^]*title: Tide\n[^]*Text of it\./);
  assert.equal((await run(room, '--show', '../creator')).code, 1);
});

test('the interactive review asks about each item: approve, read, skip, reject', async (t) => {
  const room = await newRoom(t);
  const { text } = await answer(room, ['a', '?', 'x', 's', 'r']);
  assert.match(text, /Moon\n2025-01-03, article, blog, 3 words\nIt comes and goes\./);
  assert.match(text, /Enter a, r, e/);
  assert.match(text, /\nText of it\.\n[^]*1 approved, 1 rejected\.$/);
  assert.deepEqual(await room.filesIn('published'), [moon.id + '.md']);
  assert.deepEqual(await room.filesIn('inbox'), [talk.id + '.md']);
});

test('quitting the interactive review leaves the remaining items undecided', async (t) => {
  const room = await newRoom(t);
  assert.match((await answer(room, ['q'])).text, /0 approved, 0 rejected\.$/);
  assert.match((await answer(room, [])).text, /0 approved, 0 rejected\.$/);
  assert.equal((await room.filesIn('inbox')).length, 3);
});

test('an item edited in the editor is shown again and approved as edited', async (t) => {
  const room = await newRoom(t);
  const retitle = async (text: string) => text.replace('title: Moon', 'title: Full moon');
  const { text } = await answer(room, ['e', 'a', 'q'], retitle);
  assert.match(text, /moon-00000002: edited\n\nFull moon/);
  const found = await readItem(room.desk, 'published', moon.id);
  assert.equal(found.outcome === 'found' && found.item.title, 'Full moon');
});

test('an edit that breaks the item is rejected and the question is repeated', async (t) => {
  const room = await newRoom(t);
  for (const [broken, complaint] of [
    ['nothing', /has no front matter/],
    ['---\nid: other-00000001\n---\n', /id cannot be edited/],
  ] as const) {
    assert.match((await answer(room, ['e', 'q'], async () => broken)).text, complaint);
  }
  const untitled = async (text: string) => text.replace('title: Moon', 'title: ""');
  assert.match((await answer(room, ['e', 'q'], untitled)).text, /title must NOT have fewer than 1 characters/);
});

test('a title cannot send control sequences to the terminal', async (t) => {
  const room = await newRoom(t);
  await room.put(
    'inbox',
    { ...tide, title: 'Evil\u001b[2Jtitle \u202egnp.exe', summary: '\u009b31m' },
    'a\u001b]0;x\u0007b',
  );
  const shown = [await run(room, '--list'), await run(room, '--show', tide.id), await answer(room, ['s', '?', 'q'])];
  for (const { text } of shown) {
    assert.match(text, /Evil␛\[2Jtitle ⟨U\+202E⟩gnp\.exe/);
    assert.doesNotMatch(text, /[\u001b\u009b\u202e\u0007]/);
  }
});

test('the command lists items for a pipe, prints help and rejects wrong arguments', async (t) => {
  const { desk } = await newRoom(t);
  const run = (...args: string[]) => runInMemory({}, 'review', ...args);
  for (const args of [['stray'], ['--set', 'a=b'], ['--approve-all', '--reject-all']]) {
    assert.throws(() => readOptions(args), /has no decision|needs --edit|not both/, args.join(' '));
  }
  const listed = await run('--content', desk.contentDir);
  assert.deepEqual([listed.code, listed.err], [0, '']);
  assert.match(listed.out, /3 items waiting\.\nDecide with --approve ID/);
  assert.match((await run('--help')).out, /Exit codes\n {2}0 {2}everything was done/);
  for (const args of [['stray'], ['--content', '/nowhere']]) {
    const { code, err } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.ok(err);
  }
});
