// Tests that each page has a view and that the navigation fits the room.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { sqliteStore } from '../storage/test-stores.ts';
import { navigationGroups } from './contribution.ts';
import { consoleNotices } from './notices.ts';
import {
  allContributions,
  allPages as pages,
  consoleForEach,
  readPage,
  signInByLink,
  type TestConsole,
} from './test-console.ts';

const { console, start } = consoleForEach(sqliteStore());

const labelsIn = async (where: TestConsole): Promise<string[]> =>
  readPage(await (await signInByLink(where)).get('')).frame.signedIn!.sections.map(({ label }) => label);

test('each page has a Page.astro in the folder of its name', () => {
  const files = globSync(join(import.meta.dirname, '..', '{console,features/*/console}', '*', 'Page.astro'));
  const views = files.map((file) => basename(dirname(file)));
  assert.deepEqual(views, [...new Set(views)]);
  for (const { view } of pages) assert.ok(views.includes(view), view);
});

test('each notice that an action returns has a text, and each text is used', () => {
  const files = globSync('{console,features/*/console}/**/*.ts', { cwd: join(import.meta.dirname, '..') });
  const sources = [...files, 'features/quotes/console.ts']
    .filter((file) => !/\.test\.ts$|console\/notices\.ts$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n');
  const texts = [consoleNotices, ...allContributions.map(({ notices = {} }) => notices)].flatMap(Object.keys);
  assert.deepEqual(texts, [...new Set(texts)]);
  const named = [...sources.matchAll(/notice: (?:[^,}\n]*\? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(([, one, other]) => [
    one,
    other,
  ]);
  assert.ok(named.length > 40);
  assert.deepEqual(
    named.filter((name) => name && !texts.includes(name)),
    [],
  );
  assert.deepEqual(
    texts.filter((name) => !sources.includes(`'${name}'`) && !sources.includes(`notice=${name}`)),
    [],
  );
});

test('the navigation has at most seven groups, of which Today comes first', async () => {
  const { sections } = readPage(await (await signInByLink(start({ isNexus: true }))).get('')).frame.signedIn!;
  const groups = navigationGroups.filter((group) => sections.some((section) => section.group === group));
  assert.deepEqual(groups, ['Today', 'Content', 'Requests', 'Room', 'Statistics', 'Access', 'Settings']);
});

test('no address of the console has two pages', () => {
  const addresses = pages.flatMap(({ pages: shownAt, files = {} }) => [...Object.keys(shownAt), ...Object.keys(files)]);
  assert.deepEqual(addresses, [...new Set(addresses)]);
});

test('opening the address of a form redirects to its page', async () => {
  const browser = await signInByLink(console);
  for (const [path, page] of [
    ['/account/language', '/account'],
    ['/published/rejected/selected', '/published/rejected'],
    ['/subscriptions/a%2Fb/replay/c', '/subscriptions/a%2Fb'],
    ['/transcripts/jobs/a/cancel', '/transcripts'],
    ['/room/pictures/add', '/room'],
    ['/undo', '/feeds'],
    ['/sign-out', '/account'],
    ['/sign-in/password', '/sign-in'],
  ] as const) {
    const { statusCode, headers } = await browser.get(path);
    assert.deepEqual([statusCode, headers.location], [303, `/console${page}`], path);
  }
  for (const { actions = {}, uploads = {} } of pages)
    for (const path of Object.keys({ ...actions, ...uploads }))
      assert.notEqual(
        (await browser.get(path.replace(/:\w+/g, 'x'))).body.includes('This page does not exist'),
        true,
        path,
      );
});

test('only the navigation of a Nexus contains the Directory', async () => {
  const nexus = start({ isNexus: true });
  const own = await labelsIn(console);
  const ofNexus = await labelsIn(nexus);
  assert.ok(!own.includes('Directory'));
  assert.deepEqual(
    ofNexus.filter((label) => !own.includes(label)),
    ['Directory'],
  );
});
