// Tests the setup without its pages: invalid input, crashes, and files that must not be overwritten.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openDesk } from '../../content/desk.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { openConsole, readPage, signInByLink } from '../test-console.ts';
import { findAddressProblem, permittedHosts, Setup, splitAddresses } from './setup.ts';
import { adoptDraft } from './adopt-draft.ts';
import { consoleTranslatorFor } from '../messages/messages.ts';

const open = sqliteStore();
let contentDir: string;
beforeEach(() => void (contentDir = mkdtempSync(join(tmpdir(), 'greenroom-setup-'))));
afterEach(() => rmSync(contentDir, { recursive: true, force: true }));

const creator = {
  ...{ name: 'Ida Berg', publication: 'Moss', oneLiner: '', description: '', language: 'en', topics: [], themes: [] },
  portrait: { file: 'portrait.jpg', alt: 'Ida Berg' },
};
const feeds = { feeds: [{ id: 'moss', url: 'https://moss.example/feed' }] };
const timeline = { entries: [{ title: 'Moss walk', date: '2026-12-12', kind: 'event' as const }] };

/** Writes the files and returns the output of `npm run init`. */
function draftAt(folder: string): string {
  mkdirSync(join(folder, 'media'), { recursive: true });
  writeFileSync(join(folder, 'media', 'portrait.jpg'), 'found');
  writeFileSync(join(folder, 'creator.json'), JSON.stringify(creator));
  writeFileSync(join(folder, 'feeds.json'), JSON.stringify(feeds));
  writeFileSync(join(folder, 'timeline.json'), JSON.stringify(timeline));
  return JSON.stringify({
    found: [{ url: feeds.feeds[0]!.url, title: 'Moss', entries: 3, type: 'article', how: 'linked', isAside: false }],
    ...{ guesses: { name: { value: 'Ida Berg', from: 'JSON-LD' } }, hints: [], problems: [], notes: [] },
  });
}

type Answer = ConstructorParameters<typeof Setup>[0]['commands']['answer'];

const reads: Answer = async (_, args) => {
  const folder = args.find((one) => one.startsWith('--content='))!.slice('--content='.length);
  return { ok: true, output: draftAt(folder) };
};

let names = 0;
const setupWith = (answer: Answer, allowedHosts: string[] = []) =>
  new Setup({
    desk: openDesk(contentDir),
    allowedHosts,
    commands: { answer },
    now: Date.now,
    newName: () => `n${names++}`,
  });

const t = consoleTranslatorFor('en');

async function isRead(setup: Setup): Promise<void> {
  while ((await setup.state(t)).step === 'reading') await new Promise((done) => setImmediate(done));
}

test('private addresses are rejected with the setting that permits them, which permits only the named host', () => {
  assert.match(findAddressProblem(['http://127.0.0.1:4000/'], [], t)!, /127\.0\.0\.1 .*ALLOWED_HOSTS=127\.0\.0\.1 /);
  assert.match(findAddressProblem(['http://[::1]/'], [], t)!, /ALLOWED_HOSTS=/);
  assert.match(findAddressProblem(['ftp://moss.example/'], [], t)!, /must begin with https/);
  assert.match(findAddressProblem([], [], t)!, /Enter the address/);
  assert.equal(findAddressProblem(splitAddresses('moss.example  https://pod.example/feed'), [], t), undefined);
  assert.deepEqual(permittedHosts(['http://site.lan/'], ['site.lan', 'wallet.lan']), ['site.lan']);
});

test('a host that resolves to a private address is reported with the setting, and the input stays', async () => {
  const output = JSON.stringify({
    error: 'Nothing was written.',
    problems: ['…'],
    privateHosts: ['inner.example.org'],
  });
  const setup = setupWith(async () => ({ ok: false, output }));
  assert.equal(await setup.read('inner.example.org', t), undefined);
  await isRead(setup);
  const state = await setup.state(t);
  assert.ok(state.step === 'ask' && state.typed === 'inner.example.org');
  assert.match(state.problem!, /ALLOWED_HOSTS=inner\.example\.org/);
});

test('a crash while reading keeps the address in the form and changes nothing in the room', async () => {
  await setupWith(() => new Promise(() => {})).read('moss.example', t);
  const state = await setupWith(reads).state(t);
  assert.ok(state.step === 'ask' && state.typed === 'moss.example' && state.problem);
  assert.deepEqual(readdirSync(contentDir), ['.build']);
});

test('a draft survives a crash and is adopted completely', async () => {
  const before = setupWith(reads);
  await before.read('moss.example', t);
  await isRead(before);
  const setup = setupWith(reads);
  const state = await setup.state(t);
  assert.ok(state.step === 'found');
  assert.equal(await setup.adoptDraft(state.draft, { creator, feeds, timeline, files: ['portrait.jpg'] }), true);
  assert.equal(setup.isNeeded(), false);
  assert.equal(readFileSync(join(contentDir, 'media', 'portrait.jpg'), 'utf8'), 'found');
  assert.equal(existsSync(join(contentDir, '.build', 'setup')), false);
});

test('existing pictures are not overwritten, and one left by a crash is not duplicated', async () => {
  mkdirSync(join(contentDir, 'media'));
  writeFileSync(join(contentDir, 'media', 'portrait.jpg'), 'mine');
  writeFileSync(join(contentDir, 'media', 'portrait-2.jpg'), 'found');
  const folder = join(contentDir, '.build', 'draft');
  draftAt(folder);
  await adoptDraft(openDesk(contentDir), folder, { creator, feeds, timeline, files: ['portrait.jpg'] });
  const { portrait } = JSON.parse(readFileSync(join(contentDir, 'creator.json'), 'utf8'));
  assert.equal(portrait.file, 'portrait-2.jpg');
  assert.equal(readFileSync(join(contentDir, 'media', 'portrait.jpg'), 'utf8'), 'mine');
  assert.deepEqual(readdirSync(join(contentDir, 'media')).sort(), ['portrait-2.jpg', 'portrait.jpg']);
});

test('a room that was set up meanwhile is not changed', async () => {
  const folder = join(contentDir, '.build', 'draft');
  draftAt(folder);
  writeFileSync(join(contentDir, 'creator.json'), '"mine"');
  assert.equal(await adoptDraft(openDesk(contentDir), folder, { creator, feeds, timeline, files: [] }), false);
  assert.equal(readFileSync(join(contentDir, 'creator.json'), 'utf8'), '"mine"');
});

test('the setup is the only page until there is a creator.json: a mistake comes back at its field, then all is written', async () => {
  const setup = setupWith(reads);
  const settings = { contentDir, console: { setup, desk: openDesk(contentDir) } };
  const console = openConsole(open(), settings);
  const browser = await signInByLink(console);
  assert.equal((await browser.get('')).headers.location, '/console/setup');
  const first = readPage(await browser.get('/setup'));
  assert.deepEqual(
    first.frame.signedIn!.sections.map(({ path }) => path),
    ['/setup'],
  );
  const send = (path: string, fields: object) =>
    browser.post(path, { csrf: first.frame.signedIn!.csrf, ...fields } as Record<string, string | string[]>);
  await send('/setup/read', { address: 'moss.example' });
  await isRead(setup);
  const found = readPage(await browser.get('/setup')).model as { step: string; lists: { title: string }[] };
  assert.deepEqual([found.step, found.lists.map(({ title }) => title)], ['found', ['Feeds', 'Dates and releases']]);
  const texts = { publication: 'Moss', language: 'en' };
  const wrong = await send('/setup/write', { ...texts, name: '', portrait: 'portrait.jpg', take: ['feeds.0'] });
  assert.equal(wrong.statusCode, 422);
  assert.equal(setup.isNeeded(), true);
  await send('/setup/write', { ...texts, name: 'Ida', portrait: '', take: ['feeds.0', 'dates.0'] });
  const written = JSON.parse(readFileSync(join(contentDir, 'creator.json'), 'utf8'));
  assert.deepEqual([written.name, written.portrait], ['Ida', undefined]);
  assert.equal(JSON.parse(readFileSync(join(contentDir, 'feeds.json'), 'utf8')).feeds.length, 1);
  assert.deepEqual(JSON.parse(readFileSync(join(contentDir, 'timeline.json'), 'utf8')).entries, timeline.entries);
  assert.deepEqual(console.requested, ['ingest']);
  assert.equal(existsSync(join(contentDir, 'media', 'portrait.jpg')), false);
});
