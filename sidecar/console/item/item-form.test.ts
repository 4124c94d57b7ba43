// Tests the form of an item: what it shows, what it accepts, and that input is never lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { timelineKinds } from '#contract/content-types.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import type { FieldGroup } from './model.ts';
import type { FormValues } from '../page.ts';
import { readItemForm, buildItemForm, maxEditableText } from './item-form.ts';
import { lowTide } from '../content/test-room.ts';
import { consoleTranslatorFor } from '../messages/messages.ts';

const t = consoleTranslatorFor('en');

const themes = [
  { id: 'coast', label: 'The coast', keywords: [] },
  { id: 'moon', label: 'The moon', keywords: [] },
];
const everything: StoredItem = {
  ...lowTide,
  type: 'episode',
  title: 'Two lines\nof a title',
  date: '2026-02-01T08:00:30.5Z',
  summary: 'One.\r\nTwo.',
  keywords: ['sea', 'moon'],
  themeIds: ['moon', 'gone'],
  socialLinks: [
    { id: 'b', label: 'Second', url: 'https://b.example/', sortOrder: 9 },
    { id: 'a', label: 'First', url: 'https://a.example/', sortOrder: 1 },
  ],
  engagementScore: 7.5,
  hiddenOn: ['mediaRoom', 'api'],
  season: 0,
  episode: 2.5,
  explicit: true,
  episodeType: 'bonus',
  canonicalUrl: 'https://blog.example/low-tide',
};

type Input = [name: string, value: string];

/** Returns the inputs of a field as a browser submits them unchanged. */
function inputsOf({ name, kind, value, options = [], links = [] }: FieldGroup['fields'][number]): Input[] {
  if (kind === 'links')
    return links.flatMap((link) =>
      (['id', 'label', 'url'] as const).map((one): Input => [`${name}.${one}`, link[one]]),
    );
  const chosen = options.filter(({ isChosen }) => isChosen).map((one): Input => [name, one.value]);
  if (kind === 'choices') return [[name, ''], ...chosen];
  const typed: Input = [name, value];
  if (kind === 'flag') return value ? [[name, ''], typed] : [[name, '']];
  return [typed];
}

function sentBy(groups: FieldGroup[]): FormValues {
  const form: FormValues = Object.create(null);
  for (const [name, value] of groups.flatMap(({ fields }) => fields).flatMap(inputsOf))
    (form[name] ??= []).push(value.replaceAll('\r\n', '\n'));
  return form;
}

const form = (fields: Record<string, string | string[]>): FormValues =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat()])),
  );
const draft = (item: Partial<StoredItem>, fields: Record<string, string | string[]>, body = 'Old.') =>
  readItemForm({ item: { ...lowTide, ...item }, body }, form(fields), { themes, t });

test('submitting an unchanged form changes nothing, whatever the item contains', () => {
  for (const type of ['article', 'episode', 'stream', 'video', 'timeline'] as const) {
    const file = { item: { ...everything, type }, body: 'A body\r\nwith   odd spaces  \n\n\n and lines.' };
    const { changedLabels: changed, problems } = readItemForm(file, sentBy(buildItemForm(file, themes)), { themes, t });
    assert.deepEqual([changed, problems], [[], []], type);
  }
});

test('each field is parsed according to its format', () => {
  const typed = {
    title: '  High tide ',
    summary: 'It comes\n back.',
    body: 'New.\n\nText.',
    keywords: 'Sea, moon,, sea ,',
    themeIds: ['', 'coast'],
    date: '2026-05-01 18:00',
    canonicalUrl: 'https://blog.example/x',
    image: 'media/a.webp',
    engagementScore: '12',
    hiddenOn: ['', 'api'],
  };
  const { change, problems } = draft({ hiddenOn: ['mediaRoom'] }, typed);
  assert.deepEqual(problems, []);
  assert.deepEqual(change, {
    fields: {
      title: 'High tide',
      summary: 'It comes\n back.',
      keywords: ['sea', 'moon'],
      themeIds: ['coast'],
      date: '2026-05-01T18:00:00Z',
      canonicalUrl: 'https://blog.example/x',
      image: 'media/a.webp',
      engagementScore: 12,
      hiddenOn: ['api'],
    },
    body: 'New.\n\nText.',
  });
});

test('fields of a type are read only for that type', () => {
  const typed = { season: '2', explicit: ['', 'yes'], kind: 'talk', startsAt: '2026-05-01', location: 'A pier' };
  const fieldsOf = (type: StoredItem['type']) => draft({ type }, typed).change.fields;
  assert.deepEqual(fieldsOf('episode'), { season: 2, explicit: true });
  assert.deepEqual(fieldsOf('timeline'), { startsAt: '2026-05-01T00:00:00Z', kind: 'talk', location: 'A pier' });
  assert.deepEqual(fieldsOf('stream'), { startsAt: '2026-05-01T00:00:00Z' });
  assert.deepEqual(fieldsOf('article'), {});
});

test('an emptied field is removed, and an emptied list stays empty so that an edit does not restore it', () => {
  const typed = { summary: '', hiddenOn: '', socialLinks: '', 'socialLinks.url': '', 'socialLinks.label': '' };
  const { change } = draft({ hiddenOn: ['api'], socialLinks: everything.socialLinks }, typed);
  assert.deepEqual(change.fields, { summary: null, hiddenOn: [], socialLinks: [] });
});

test('links keep their order, and a link without a label is labelled with its host', () => {
  const { change } = draft(
    {},
    {
      'socialLinks.id': ['', 'a'],
      'socialLinks.label': ['', 'First'],
      'socialLinks.url': ['https://b.example/1', 'https://a.example/'],
    },
  );
  assert.deepEqual(change.fields.socialLinks, [
    { id: 'b.example', label: 'b.example', url: 'https://b.example/1', sortOrder: 1 },
    { id: 'a', label: 'First', url: 'https://a.example/', sortOrder: 2 },
  ]);
});

const mistakes: [field: string, typed: Record<string, string>, says: RegExp, type?: StoredItem['type']][] = [
  ['title', { title: '   ' }, /Enter a title/],
  ['summary', { summary: 'x'.repeat(301) }, /300 characters/],
  ['date', { date: 'tomorrow' }, /2026-05-01 18:00/],
  ['date', { date: '2026-02-31' }, /2026-05-01 18:00/],
  ['date', { date: '' }, /Enter a date/],
  ['canonicalUrl', { canonicalUrl: 'javascript:alert(1)' }, /web address/],
  ['image', { image: '/etc/passwd' }, /uploaded picture/],
  ['engagementScore', { engagementScore: 'many' }, /number/],
  ['season', { season: '-1' }, /0 or more/, 'episode'],
  ['episodeType', { episodeType: 'hacked' }, /one of full, trailer, bonus/, 'episode'],
  ['kind', { kind: '__proto__' }, new RegExp(timelineKinds.join(', ')), 'timeline'],
  ['socialLinks', { 'socialLinks.label': 'Only a text', 'socialLinks.url': '' }, /needs a web address/],
];
for (const [field, typed, says, type = 'article'] of mistakes) {
  const shownText = Object.values(typed).find(Boolean) ?? '';
  test(`${field}: ${JSON.stringify(shownText.slice(0, 30))} is refused at its field and stays in it`, () => {
    const file = { item: { ...lowTide, type }, body: '' };
    const { problems, file: sound } = readItemForm(file, form(typed), { themes, t });
    assert.deepEqual(
      problems.map(({ name }) => name),
      [field],
    );
    assert.match(problems[0]!.text, says);
    assert.deepEqual(sound.item[field as 'title'], file.item[field as 'title']);
    const again = buildItemForm(file, themes, form(typed), problems).flatMap(({ fields }) => fields);
    const shown = again.find(({ name }) => name === field)!;
    assert.equal(shown.problem, problems[0]!.text);
    const kept = [shown.value, ...(shown.links ?? []).flatMap(({ label, url }) => [label, url])];
    assert.ok(kept.includes(shownText.trim()), `${JSON.stringify(kept)} has lost what was typed`);
  });
}

test('a forged form cannot set fields that the form does not offer', () => {
  const forged = {
    id: 'other-01234567',
    type: 'video',
    approvedAt: '2020-01-01T00:00:00Z',
    'source.key': 'x',
    source: '{}',
    ['__proto__']: 'x',
    constructor: 'x',
    toString: 'x',
    sourceFeed: 'other',
    themeIds: ['', 'not-offered', 'moon'],
    hiddenOn: ['', 'everywhere', surfaces[0]],
  };
  const { change, problems } = draft({}, forged);
  assert.deepEqual(problems, []);
  assert.deepEqual(change, { fields: { themeIds: ['moon'], hiddenOn: ['mediaRoom'] } });
});

test('a text that is too long for the form is omitted and stays unchanged', () => {
  const file = { item: lowTide, body: 'x'.repeat(maxEditableText + 1) };
  const groups = buildItemForm(file, themes);
  assert.equal(
    groups.flatMap(({ fields }) => fields).some(({ name }) => name === 'body'),
    false,
  );
  assert.equal(readItemForm(file, form({ title: 'New', body: '' }), { themes, t }).file.body, file.body);
});
