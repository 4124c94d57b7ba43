// People as clients see them: the list, the filter, pages, JSON-LD and sitemap, and the members of a group.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, itemFile, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

const creator = {
  name: 'The Fog Collective',
  publication: 'Fog Signals',
  oneLiner: 'About fog.',
  description: 'Two people about fog.',
  language: 'en',
  topics: [],
  themes: [],
  members: [
    { name: 'Runa Vesterby', role: 'Host', bio: 'Runa keeps the lamp.', otherNames: ['R. V. Fyr'] },
    { name: 'Halvard Lie', role: 'Editor', bio: 'Halvard reads the tables.' },
  ],
};
type Json = ReturnType<typeof JSON.parse>;

const file = (name: string, n: number, fields: object, body: string): [string, string] => {
  const id = idOf(name, n);
  return [
    `published/${id}.md`,
    itemFile({ id, type: 'article', title: `Title of ${name}`, date: `2026-03-1${n}T10:00:00Z`, ...fields }, body),
  ];
};
const files = Object.fromEntries([
  file('own', 1, { author: 'r. v. fyr' }, 'I lit the lamp at nine and went home.'),
  file('guest', 2, { author: 'Éloïse Quint' }, 'I came by the ferry and stayed for a year.'),
  file('again', 3, { author: 'ELOISE QUINT' }, 'The ferry was never late that year.'),
  file('pair', 4, { author: 'Halvard Lie, Tove Lund' }, 'We read the tables twice every night.'),
  file('secret', 5, { author: 'Sigrid Moe', hiddenOn: ['api'] }, 'Nobody reads this by program.'),
]);

let room: RunningRoom;
before(async () => {
  const texts = { 'creator.json': JSON.stringify(creator), 'access.json': '{"enabled":false}', ...files };
  room = await startRoom(await testContent(texts));
});
after(() => room.stop());

const getText = async (path: string): Promise<string> => (await fetch(room.baseUrl + path)).text();
const getJson = async (path: string): Promise<Json> => JSON.parse(await getText(path));

test('people are listed with their roles and items, one for all spellings of a name', async () => {
  const { items, total } = await getJson('/api/agent/people');
  const facts = Object.fromEntries(items.map(({ id, isCreator, itemCount }: Json) => [id, [isCreator, itemCount]]));
  assert.deepEqual(facts, {
    'a-guest': [false, 1],
    'eloise-quint': [false, 2],
    'halvard-lie': [true, 1],
    'runa-vesterby': [true, 1],
    'tove-lund': [false, 1],
  });
  assert.equal(total, 5);
  assert.match(await getText('/'), /<footer[^]*<a href="\/people"/);
  const second = await getJson('/api/agent/people?limit=1&offset=1');
  assert.deepEqual([second.items, second.count, second.total], [[items[1]], 1, 5]);
  assert.deepEqual((await getJson('/api/agent/people?offset=9')).items, []);
  assert.ok((await getJson('/api/agent/people?sandbox=1'))._sandbox);
});

test('the parameter person selects the items of a person by id and by any spelling of the name', async () => {
  const ids = async (path: string) => (await getJson(path)).items.map(({ id }: Json) => id);
  const both = [idOf('again', 3), idOf('guest', 2)];
  for (const person of ['eloise-quint', 'Éloïse Quint', 'quint, eloise', 'ELOISE%20QUINT'])
    assert.deepEqual(await ids(`/api/agent/content-index?person=${person}`), both, person);
  assert.deepEqual(await ids('/api/agent/search?q=lamp&person=runa-vesterby'), [idOf('own', 1)]);
  assert.deepEqual(await ids('/api/agent/search?q=lamp&person=tove-lund'), []);
  const none = await getJson('/api/agent/content-index?person=Sigrid+Moe');
  assert.deepEqual([none.total, none.emptyReason], [0, 'per_surface_visibility']);
  assert.equal((await getJson('/api/agent/content-index?person=nobody&type=article')).emptyReason, 'filter');
  const [first] = (await getJson('/api/agent/content-index?person=tove-lund')).items;
  assert.deepEqual(first.personIds, ['halvard-lie', 'tove-lund']);
});

test('every person has a page with schema.org data, Markdown and a place in the sitemap', async () => {
  const page = await getText('/people/eloise-quint');
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)![1]!);
  const [person] = data['@graph'];
  assert.deepEqual([person['@type'], person['@id']], ['Person', `${room.baseUrl}/people/eloise-quint`]);
  assert.equal(person.subjectOf.length, 2);
  assert.match(await getText('/people/eloise-quint.md'), /^# (?:Éloïse Quint|ELOISE QUINT)$/m);
  assert.match(await getText('/people'), /href="\/people\/tove-lund"/);
  const files = [...(await getText('/sitemap.xml')).matchAll(/<loc>[^<]*?(\/sitemap-\d+\.xml)<\/loc>/g)];
  const sitemaps = await Promise.all(files.map(([, path]) => getText(path!)));
  for (const path of ['/people', '/people/eloise-quint', '/people/sigrid-moe'])
    assert.ok(sitemaps.join('').includes(`<loc>${room.baseUrl}${path}</loc>`), path);
  assert.equal((await fetch(`${room.baseUrl}/people/nobody`)).status, 404);
});

test('members of a group are shown on the home page and in the kit, and are persons of their own', async () => {
  for (const path of ['/', '/media-kit']) {
    const page = await getText(path);
    for (const words of ['Runa keeps the lamp.', 'Halvard reads the tables.', 'href="/people/halvard-lie"'])
      assert.ok(page.includes(words), `${path}: ${words}`);
  }
  const { members } = await getJson('/api/agent/media-kit');
  assert.deepEqual(
    members.map(({ id, role }: Json) => [id, role]),
    [
      ['runa-vesterby', 'Host'],
      ['halvard-lie', 'Editor'],
    ],
  );
  assert.match(await getText('/media-kit.md'), /Halvard reads the tables\./);
});

test('words of a member are theirs and the creator’s, words of two authors or of another author are not', async () => {
  const speakerOf = async (text: string) => {
    const response = await postJson(room, '/api/agent/verify-quote', { text, receipt: true });
    const { matches, receipt } = (await response.json()) as Json;
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1], 'base64url').toString());
    const [{ speaker, speakerIsCreator }] = matches;
    assert.deepEqual(claims.speakers, [{ speaker, speakerIsCreator, count: 1 }]);
    return [speaker, speakerIsCreator];
  };
  assert.deepEqual(await speakerOf('I lit the lamp at nine and went home.'), ['Runa Vesterby', true]);
  assert.deepEqual(await speakerOf('I came by the ferry and stayed for a year.'), ['Éloïse Quint', false]);
  assert.deepEqual(await speakerOf('We read the tables twice every night.'), ['Halvard Lie, Tove Lund', false]);
});
