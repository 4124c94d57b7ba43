// Tests that a form preserves every byte that it does not recognise, for all content files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { contentFiles } from '#contract/schemas/content-files.ts';
import { readJsonText } from '../../content/json-text.ts';
import {
  type FormDraft,
  readDraft,
  selectMembers,
  rowOrderField,
  type FormSchema,
  schemaShape,
  readFormDraft,
  recordValueSchema,
  serializeDraft,
} from './draft.ts';
import { sections } from './sections.ts';

const example = (file: string): string => {
  if (file === 'settings.json') return '{"notices":{"mail":{"to":"a@example.org","events":["booking"]}}}';
  return readFileSync(new URL(`../../../content/example/${file}`, import.meta.url), 'utf8');
};

const open = (section: (typeof sections)[number], text: string) => {
  const json = readJsonText(text);
  const schema = selectMembers(contentFiles[section.file] as TSchema, section.parts);
  return { json, schema, draft: readDraft(schema, json.root) };
};

const save = (section: (typeof sections)[number], text: string, change: (draft: FormDraft) => FormDraft): string => {
  const { json, schema, draft } = open(section, text);
  return json.withRoot(serializeDraft(schema, change(draft), json.root, json.layout) ?? json.root.text);
};

/** Returns the form as a browser submits it. */
function formOf(schema: FormSchema, draft: FormDraft, name: string, form: Record<string, string[]> = {}) {
  const inside = (member: string) => (name ? `${name}.${member}` : member);
  if (typeof draft === 'string') form[name] = [draft];
  else if ('fields' in draft)
    for (const [key, one] of Object.entries(draft.fields)) formOf(schema.properties![key]!, one, inside(key), form);
  else
    for (const [slot, { from, key, value }] of draft.rows.entries()) {
      (form[rowOrderField(name)] ??= []).push(`${slot}:${from ?? ''}`);
      const row = inside(String(slot));
      if (schemaShape(schema) === 'record') {
        form[`${row}.key`] = [key];
        formOf(recordValueSchema(schema), value, `${row}.value`, form);
      } else formOf(schema.items!, value, row, form);
    }
  return form;
}

/** Adds an unknown member to each object and reformats the file. */
function withStrangers(text: string, stranger: unknown, style: string | number): string {
  let count = 0;
  const strange = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strange);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, one]) => [name, strange(one)]);
    return Object.fromEntries([...members.slice(0, 1), [`x-${count++}`, stranger], ...members.slice(1)]);
  };
  return `${JSON.stringify(strange(JSON.parse(text)), undefined, style)}\n`;
}

const strangersIn = (text: string): string[] => {
  const found: string[] = [];
  JSON.parse(text, (name, value: unknown) => {
    if (name.startsWith('x-')) found.push(`${name}=${JSON.stringify(value)}`);
    return value;
  });
  return found.sort();
};

const styles = fc.constantFrom<string | number>(0, 2, 4, '\t');

/** Texts that the program or other pages of the console write. */
const elsewhere = ['$schema', 'updatedAt', 'removed', 'allowPrivateHosts'];

test('each member of each file appears in a form', () => {
  for (const [file, schema] of Object.entries(contentFiles)) {
    const parts = sections.flatMap((section) => (section.file === file ? section.parts : []));
    const missing = Object.keys(schema.properties).filter(
      (name) => !elsewhere.includes(name) && !parts.some((part) => part.split('.')[0] === name),
    );
    assert.deepEqual(missing, [], file);
  }
});

test('submitting an unchanged form changes no byte of any file', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sections),
      fc.jsonValue(),
      styles,
      fc.boolean(),
      (section, stranger, style, isDos) => {
        const plain = withStrangers(example(section.file), stranger, style);
        const text = isDos ? plain.replaceAll('\n', '\r\n') : plain;
        assert.equal(
          save(section, text, (draft) => {
            const { schema } = open(section, text);
            return readFormDraft(schema, formOf(schema, draft, ''), '');
          }),
          text,
        );
      },
    ),
    { numRuns: 60 },
  );
});

/** Changes each text and reverses each list. */
const turned = (draft: FormDraft, word: string): FormDraft => {
  if (typeof draft === 'string') return word;
  if ('fields' in draft)
    return { fields: Object.fromEntries(Object.entries(draft.fields).map(([name, one]) => [name, turned(one, word)])) };
  return { rows: draft.rows.toReversed().map((row) => ({ ...row, value: turned(row.value, word) })) };
};

test('unknown members stay unchanged for any input, even in rows that move', () => {
  fc.assert(
    fc.property(fc.constantFrom(...sections), fc.jsonValue(), styles, fc.string(), (section, stranger, style, word) => {
      const text = withStrangers(example(section.file), stranger, style);
      const after = save(section, text, (draft) => turned(draft, word));
      assert.deepEqual(strangersIn(after), strangersIn(text));
    }),
    { numRuns: 60 },
  );
});

const themes = sections.find(({ name }) => name === 'themes')!;
const at = (draft: FormDraft, name: string) => (draft as { fields: Record<string, FormDraft> }).fields[name]!;

test('only edited values change; numbers, escapes, spaces and duplicate names elsewhere stay', () => {
  const text =
    '{ "name": "\\u00c9va",\n\n  "n": 1.50e1, "n": 2,\t"themes": [ {"id":"a" , "label":"A", "keywords":["x","\\u0079"]} ]  }\n\n';
  const after = save(themes, text, (draft) => {
    const { rows } = at(draft, 'themes') as Extract<FormDraft, { rows: unknown }>;
    const value = { fields: { ...(rows[0]!.value as { fields: Record<string, FormDraft> }).fields, label: 'B' } };
    return { fields: { themes: { rows: [{ ...rows[0]!, value }] } } };
  });
  assert.equal(after, text.replace('"label":"A"', '"label":"B"'));
});

test('a new row is formatted like the rest of the file', () => {
  const text = '{\n\t"themes": [],\n\t"x": 1\n}\n';
  const row = { from: undefined, key: '', value: { fields: { id: 'sea', label: 'The sea', keywords: 'tide\nwave' } } };
  const after = save(themes, text, () => ({ fields: { themes: { rows: [row] } } }));
  assert.equal(
    after,
    '{\n\t"themes": [\n\t\t{\n\t\t\t"id": "sea",\n\t\t\t"label": "The sea",\n\t\t\t"keywords": [\n\t\t\t\t"tide",\n\t\t\t\t"wave"\n\t\t\t]\n\t\t}\n\t],\n\t"x": 1\n}\n',
  );
});

test('a member that the form adds has the required members', () => {
  const talks = sections.find(({ name }) => name === 'talks')!;
  const value = { fields: { title: 'On salt', event: 'Harbour day', date: '2026-05-01' } };
  const after = save(talks, '{}', () => ({
    fields: { speaking: { fields: { pastTalks: { rows: [{ from: undefined, key: '', value }] } } } },
  }));
  assert.deepEqual(JSON.parse(after).speaking, {
    pastTalks: [value.fields],
    bio: '',
    topics: [],
    audiences: [],
    languages: [],
  });
});
