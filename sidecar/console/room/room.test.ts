// Tests the forms of the creator's files: saving, rejecting mistakes, and merging with manual edits.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sqliteStore } from '../../storage/test-stores.ts';
import { readAuditLines, type Browser, openConsole, readPage, signInByLink } from '../test-console.ts';
import type { FileField } from './fields.ts';
import type { RoomFormModel } from './page.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-room-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const open = sqliteStore();
const path = (name: string) => join(contentDir, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');

const creator = `{
  "name": "Ida Measure", "publication": "Low Water",
  "oneLiner": "One.", "description": "Two.",
  "language": "en",
  "topics": ["tides", "salt"],
  "themes": [
    { "id": "sea", "label": "Sea", "keywords": [] },
    { "id": "salt", "label": "Salt", "keywords": ["pan"] }
  ]
}
`;

async function fresh() {
  writeFileSync(path('creator.json'), creator);
  writeFileSync(path('access.json'), '{"enabled": true}\n');
  const console = openConsole(open(), { contentDir });
  return { console, browser: await signInByLink(console) };
}

function valuesOf(fields: FileField[], form: Record<string, string | string[]> = {}) {
  for (const { name, input, members, rows } of fields) {
    if (input)
      form[name] =
        input.kind === 'choices'
          ? input.options.flatMap(({ value, isChosen }) => (isChosen ? [value] : []))
          : input.value;
    if (members) valuesOf(members, form);
    if (rows) form[`${name}.@`] = rows.map(({ slot, from }) => `${slot}:${from}`);
    for (const row of rows ?? []) valuesOf(row.fields, form);
  }
  return form;
}

/** Returns the form as a browser submits it. */
const sentOf = ({ fields, revision, base, conflicts }: RoomFormModel) => {
  const sides = conflicts.flatMap(({ name, chosen }) => (chosen ? [[`side-${name}`, chosen]] : []));
  const conflict = conflicts.map(({ name }) => name);
  return { ...valuesOf(fields), revision, base, conflict, ...Object.fromEntries(sides), do: 'save' };
};
const formAt = async (browser: Browser, name: string) =>
  readPage<RoomFormModel>(await browser.get(`/room/${name}`)).model;

test('saving a form starts a build', async () => {
  const { console, browser } = await fresh();
  const sent = { ...sentOf(await formAt(browser, 'profile')), oneLiner: 'Letters from the quay.', pronouns: 'she/her' };
  const answer = await browser.post('/room/profile', sent);
  assert.equal(answer.headers.location, '/console/room/profile?notice=savedLive&count=1');
  assert.equal(
    read('creator.json'),
    creator
      .replace('"One."', '"Letters from the quay."')
      .replace(/\]\n\}\n$/, ']')
      .concat(',\n  "pronouns": "she/her",\n  "updatedAt": "2027-01-15"\n}\n')
      .replace('"Ida Measure", "', '"Ida Measure",\n  "')
      .replace('quay.", "', 'quay.",\n  "'),
  );
  assert.deepEqual(console.requested, ['build']);
  assert.ok((await readAuditLines(console)).includes('creator: content.edited creator.json'));
  const again = await browser.post('/room/profile', sentOf(await formAt(browser, 'profile')));
  assert.match(String(again.headers.location), /nothingTyped/);
});

test('a changed name is added to the other names', async () => {
  const { browser } = await fresh();
  const rename = async (name: string, otherNames?: string) => {
    const sent = sentOf(await formAt(browser, 'profile'));
    await browser.post('/room/profile', { ...sent, name, ...(otherNames !== undefined && { otherNames }) });
    return JSON.parse(read('creator.json')).otherNames;
  };
  assert.deepEqual(await rename('Ida Newname'), ['Ida Measure']);
  assert.deepEqual(await rename('Ida Third', 'I. Measure'), ['I. Measure', 'Ida Newname']);
  assert.deepEqual(await rename('Ida Third', ''), []);
  assert.deepEqual(await rename('Ida Newname'), ['Ida Third']);
  assert.deepEqual(await rename('Ida Third'), ['Ida Newname']);
});

test('rows are added, moved and removed without scripts, and nothing is saved before submitting', async () => {
  const { browser } = await fresh();
  const press = async (model: RoomFormModel, wish: string, typed = {}) =>
    readPage<RoomFormModel>(await browser.post('/room/themes', { ...sentOf(model), ...typed, do: wish })).model;
  const added = await press(await formAt(browser, 'themes'), 'add:themes');
  assert.deepEqual([added.fields[0]!.rows!.length, added.focus], [3, 'themes.2.id']);
  const moved = await press(added, 'up:themes:2', { 'themes.2.id': 'moon', 'themes.2.label': 'Moon' });
  const rest = await press(moved, 'remove:themes:0');
  assert.deepEqual([moved.focus, rest.focus], ['themes.1.id', 'themes.0.id']);
  assert.equal((await press(rest, 'remove:themes:1')).focus, 'themes', 'no row follows');
  assert.equal(read('creator.json'), creator);
  await browser.post('/room/themes', sentOf(rest));
  assert.deepEqual(
    JSON.parse(read('creator.json')).themes.map(({ id, keywords }: { id: string; keywords: string[] }) => [
      id,
      keywords,
    ]),
    [
      ['moon', []],
      ['salt', ['pan']],
    ],
  );
});

test('a mistake is reported at its field, and the input is preserved', async () => {
  const { browser } = await fresh();
  const sent = { ...sentOf(await formAt(browser, 'profile')), timeZone: 'Berlin', language: 'klingon!', name: '' };
  const answer = await browser.post('/room/profile', sent);
  assert.equal(answer.statusCode, 422);
  const { problems, fields } = readPage<RoomFormModel>(answer).model;
  assert.deepEqual(
    problems.map(({ name }) => name),
    ['name', 'timeZone', 'language'],
  );
  assert.equal(fields.find(({ name }) => name === 'timeZone')!.input!.value, 'Berlin');
  assert.equal(read('creator.json'), creator);
});

test('a price for an unknown product is rejected with the list of products', async () => {
  const { browser } = await fresh();
  const row = { 'prices.@': '0:', 'prices.0.key': 'podcast', 'prices.0.value': '5' };
  const answer = await browser.post('/room/access', { ...sentOf(await formAt(browser, 'access')), ...row });
  assert.equal(answer.statusCode, 422);
  assert.match(readPage<RoomFormModel>(answer).model.problems[0]!.text, /podcast.*transcribe, guest-kit/i);
  for (const name of ['articles', 'article:tide-00000001']) {
    const sent = { ...sentOf(await formAt(browser, 'access')), ...row, 'prices.0.key': name };
    const { problems } = readPage<RoomFormModel>(await browser.post('/room/access', sent)).model;
    assert.match(problems[0]!.text, /you have none|unknown article/, name);
  }
  mkdirSync(path('published'));
  writeFileSync(path('published/tide-00000001.md'), '');
  await browser.post('/room/access', {
    ...sentOf(await formAt(browser, 'access')),
    ...row,
    'prices.0.key': 'article:tide-00000001',
  });
  assert.deepEqual(JSON.parse(read('access.json')), { enabled: true, prices: { 'article:tide-00000001': 5 } });
});

test('manual edits are merged, and only conflicting changes need a choice', async () => {
  const { browser } = await fresh();
  const sent = { ...sentOf(await formAt(browser, 'profile')), oneLiner: 'Mine.', description: 'Mine, too.' };
  writeFileSync(path('creator.json'), creator.replace('"Two."', '"Theirs."').replace('"tides", ', ''));
  const answer = await browser.post('/room/profile', sent);
  assert.equal(answer.statusCode, 422);
  const { model } = readPage<RoomFormModel>(answer);
  assert.deepEqual(
    model.conflicts.map(({ name, mine, theirs }) => [name, mine, theirs]),
    [['description', 'Mine, too.', 'Theirs.']],
  );
  await browser.post('/room/profile', { ...sentOf(model), 'side-description': 'theirs' });
  const { oneLiner, description, topics } = JSON.parse(read('creator.json'));
  assert.deepEqual([oneLiner, description, topics], ['Mine.', 'Theirs.', ['salt']]);
});

test('a conflicting form is not saved until a side is chosen, even if rows are added meanwhile', async () => {
  const { browser } = await fresh();
  const sent = { ...sentOf(await formAt(browser, 'themes')), 'themes.0.label': 'My sea' };
  const byHand = creator.replace('"Sea"', '"Their sea"');
  writeFileSync(path('creator.json'), byHand);
  const send = async (fields: object) =>
    readPage<RoomFormModel>(await browser.post('/room/themes', { ...fields })).model;
  let form = await send(sent);
  for (const wish of ['save', 'add:themes', 'save', 'again']) {
    form = await send({ ...sentOf(form), do: wish });
    const [{ name, mine, theirs }] = form.conflicts as [RoomFormModel['conflicts'][0]];
    assert.deepEqual([name, form.conflicts.length, read('creator.json')], ['themes', 1, byHand], wish);
    assert.match(`${mine}|${theirs}`, /My sea[^|]*\|[^|]*Their sea/, wish);
  }
  await browser.post('/room/themes', { ...sentOf(form), 'side-themes': 'theirs' });
  assert.equal(read('creator.json'), byHand);
});

test('each conflict has its own choice, and a later change is a new conflict', async () => {
  const { browser } = await fresh();
  const sent = { ...sentOf(await formAt(browser, 'profile')), oneLiner: 'Mine.', description: 'Mine.', topics: 'fog' };
  const change = (name: string, text: string) =>
    writeFileSync(
      path('creator.json'),
      read('creator.json').replace(new RegExp(`"${name}": ("[^"]*"|\\[[^\\]]*\\])`), text),
    );
  change('oneLiner', '"oneLiner": "Theirs."');
  change('description', '"description": "Theirs."');
  change('topics', '"topics": ["mud"]');
  const { model } = readPage<RoomFormModel>(await browser.post('/room/profile', sent));
  assert.deepEqual(
    model.conflicts.map(({ name }) => name),
    ['oneLiner', 'description', 'topics'],
  );
  const sides = { 'side-oneLiner': 'theirs', 'side-description': 'mine', 'side-topics': 'theirs' };
  change('description', '"description": "A third."');
  const late = await browser.post('/room/profile', { ...sentOf(model), ...sides });
  const again = readPage<RoomFormModel>(late).model;
  assert.deepEqual(
    again.conflicts.map(({ name, mine, theirs }) => [name, mine, theirs]),
    [['description', 'Mine.', 'A third.']],
  );
  await browser.post('/room/profile', { ...sentOf(again), 'side-description': 'mine' });
  const { oneLiner, description, topics } = JSON.parse(read('creator.json'));
  assert.deepEqual([oneLiner, description, topics], ['Theirs.', 'Mine.', ['mud']]);
});

test('a new file starts with a reference to its schema', async () => {
  const { console, browser } = await fresh();
  await browser.post('/room/settings', {
    ...sentOf(await formAt(browser, 'settings')),
    'notices.mail.to': 'ida@example.org',
  });
  assert.deepEqual(JSON.parse(read('settings.json')), {
    $schema: './.build/settings.schema.json',
    notices: { mail: { to: 'ida@example.org' } },
  });
  assert.deepEqual(console.requested, ['build']);
});

test('a room that only writes to requesters is told that no notice reaches its creator', async () => {
  const { console, browser } = await fresh();
  const channel = { id: 'notice-requesters', status: 'approved', callbackUrl: 'mailto:', events: '[]' } as const;
  await console.store.db
    .insertInto('subscriptions')
    .values({ ...channel, secret: '', tokenHash: '', createdAt: 1 })
    .execute();
  const { body } = await browser.get('/room/settings');
  assert.match(body, /No channel is set up yet/);
  assert.match(body, /Sent to requesters/);
});

test('a broken file has no form', async () => {
  const { browser } = await fresh();
  writeFileSync(path('creator.json'), '{');
  assert.match((await formAt(browser, 'profile')).unreadable!, /JSON/);
  assert.equal((await browser.post('/room/profile', { name: 'x' })).statusCode, 400);
  assert.equal(read('creator.json'), '{');
});
