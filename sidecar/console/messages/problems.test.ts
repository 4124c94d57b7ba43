// Tests that validation messages are translated in German forms.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TSchema } from 'typebox';
import { contentFiles } from '#contract/schemas/content-files.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { checker } from '#contract/validation.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { openDesk } from '../../content/desk.ts';
import { findFormProblems } from '../../content/file-problems.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { lowTide } from '../content/test-room.ts';
import type { ItemModel } from '../item/model.ts';
import { type FormDraft, selectMembers, type FormSchema, schemaShape, recordValueSchema } from '../room/draft.ts';
import { buildFields, type FileField } from '../room/fields.ts';
import type { RoomFormModel } from '../room/page.ts';
import { sections } from '../room/sections.ts';
import { type Browser, type FormFields, openConsole, readPage, signInByLink } from '../test-console.ts';
import de from './de.json' with { type: 'json' };
import { translateProblem } from './problems.ts';
import { consoleTranslatorFor } from './messages.ts';

const english = consoleTranslatorFor('en');
const german = consoleTranslatorFor('de');
const wrongValues = ['', 'zz ÄÖ?', 'x'.repeat(2000), -1e9, 1e9, 0.5, true, {}, { zz: 1 }, [], null];

/** Returns the messages that validation can produce for a schema, at any depth. */
function messagesOf(schema: object): string[] {
  const own = wrongValues.flatMap((value) => {
    const result = checker(schema as TSchema)(value);
    return result.ok ? [] : result.problems.map(({ message }) => message);
  });
  const { properties = {}, patternProperties = {}, items } = schema as Record<string, object | undefined>;
  const inner = [...Object.values(properties), ...Object.values(patternProperties), ...(items ? [items] : [])];
  return [...own, ...inner.flatMap((one) => messagesOf(one as object))];
}

const beyondSchemas = [
  {
    themes: [{ id: 'a' }, { id: 'a' }],
    timeZone: 'Berlin',
    language: 'klingon!',
    portrait: { crop: { left: 60, width: 60 } },
  },
  { feeds: [{ id: 'a' }] },
  { prices: { podcast: 1 } },
  { prices: { transcribe: 5 }, pricePerMinute: 2 },
  { prices: { articles: 50 }, dayPassSats: 10 },
  { dayPassSats: 10 },
];

test('every validation message is translated', () => {
  const schemas = [...Object.values(contentFiles), StoredItem];
  const messages = new Set([
    ...schemas.flatMap(messagesOf),
    ...Object.values(contentFiles).flatMap((schema) =>
      beyondSchemas.flatMap((value) => findFormProblems(schema, value).map(({ message }) => message)),
    ),
  ]);
  assert.ok(messages.size > 30);
  for (const message of messages) {
    const own = translateProblem(german, message);
    const other = translateProblem(english, message);
    assert.notEqual(own, other, message);
    assert.doesNotMatch(other, /pattern|format|NOT|[<>]=/, message);
  }
});

/** Creates a draft with one row in each list. */
function withRows(schema: FormSchema): FormDraft {
  const shape = schemaShape(schema);
  const row = (value: FormDraft) => ({ rows: [{ from: undefined, key: '', value }] });
  if (shape === 'rows') return row(withRows(schema.items!));
  if (shape === 'record') return row(withRows(recordValueSchema(schema)));
  if (shape !== 'object') return '';
  const members = Object.entries(schema.properties ?? {});
  return { fields: Object.fromEntries(members.map(([name, one]) => [name, withRows(one)])) };
}

const textsOf = (fields: FileField[]): string[] =>
  fields.flatMap(({ label, help, rowLabel, members = [], rows = [] }) => [
    ...[label, help, rowLabel].filter((text) => text !== undefined),
    ...textsOf(members),
    ...rows.flatMap(({ fields: inner }) => textsOf(inner)),
  ]);

/** Texts that are the same in every language. */
const asWritten = new Set(['name@domain']);

test('every label and hint of the file forms is translated', () => {
  const around = { problems: new Map(), keepsRows: false, pictures: [], facts: new Map(), names: [] };
  for (const { file, parts } of sections) {
    const schema = selectMembers(contentFiles[file] as TSchema, parts);
    const texts = textsOf(buildFields(schema, withRows(schema), '', '', around));
    const missing = texts.filter((text) => !Object.hasOwn(de, text) && !asWritten.has(text));
    assert.deepEqual(missing, [], file);
  }
});

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-problems-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const open = sqliteStore();

async function inBoth(): Promise<[Browser, Browser]> {
  const console = openConsole(open(), { contentDir, console: { desk: openDesk(contentDir) } });
  const one = await signInByLink(console);
  const other = await signInByLink(console);
  one.language = 'greenroom-session-language=en';
  other.language = 'greenroom-session-language=de';
  return [one, other];
}

function nonsense(fields: FileField[], form: FormFields = {}): FormFields {
  for (const { name, input, members, rows } of fields) {
    if (input && input.kind !== 'choices') form[name] = input.kind === 'flag' ? 'yes' : 'zz ÄÖ?';
    if (members) nonsense(members, form);
    if (rows) form[`${name}.@`] = rows.map(({ slot, from }) => `${slot}:${from}`);
    for (const row of rows ?? []) nonsense(row.fields, form);
  }
  return form;
}

test('each file form filled with nonsense is rejected with translated reasons', async () => {
  cpSync(new URL('../../../content/example', import.meta.url), contentDir, { recursive: true });
  const browsers = await inBoth();
  let refused = 0;
  for (const { name } of sections) {
    const [first, second] = await Promise.all(
      browsers.map(async (browser) => {
        const { model } = readPage<RoomFormModel>(await browser.get(`/room/${name}`));
        const { fields, revision, base } = model;
        const answer = await browser.post(`/room/${name}`, { ...nonsense(fields), revision, base, do: 'save' });
        return answer.statusCode === 422 ? readPage<RoomFormModel>(answer).model.problems.map(({ text }) => text) : [];
      }),
    );
    refused += first!.length;
    assert.equal(first!.length, second!.length, name);
    for (const text of first!) assert.ok(!second!.includes(text), text);
  }
  assert.ok(refused > 20);
});

test('the forms of items, writing and pictures are rejected with translated reasons', async () => {
  const id = 'low-tide-01234567';
  writeFileSync(join(contentDir, 'published', `${id}.md`), formatItemFile({ item: lowTide, body: 'Text.' }));
  const item = { title: '', date: 'x', summary: 'x'.repeat(400), canonicalUrl: 'x', image: 'x', engagementScore: 'x' };
  const [first, second] = await Promise.all(
    (await inBoth()).map(async (browser) => {
      const { revision } = readPage<ItemModel>(await browser.get(`/published/${id}`)).model;
      const edited = readPage<ItemModel>(await browser.post(`/published/${id}`, { ...item, revision, do: 'save' }));
      assert.ok(edited.model.problems.length >= 5);
      const wrong = { kind: 'article', title: 'A', url: 'x', image: 'x', day: '2026-13-45' };
      const written = await browser.post('/write', wrong);
      const unchosen = await browser.post('/write', {});
      const upload = new FormData();
      upload.set('place', 'headshots');
      const sent = await browser.upload('/room/pictures/add', upload);
      const said = [written, unchosen, sent].map((answer) => readPage(answer).frame.notice!.text);
      return [...edited.model.problems.map(({ text }) => text), ...said];
    }),
  );
  assert.equal(first!.length, second!.length);
  for (const text of first!) assert.ok(!second!.includes(text), text);
});
