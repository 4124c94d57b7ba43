import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { FeedsModel } from './model.ts';
import type { TodayModel } from '../today/page.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { openConsole, readPage, readStoredForm, signInByLink } from '../test-console.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-feeds-'));
mkdirSync(join(contentDir, '.build'));
after(() => rmSync(contentDir, { recursive: true, force: true }));

const open = sqliteStore();

const write = (name: string, value: unknown) =>
  writeFileSync(join(contentDir, name), typeof value === 'string' ? value : JSON.stringify(value));
const result = (rest: object) => {
  return { at: '2026-05-01T12:00:00Z', outcome: 'ok', found: 3, new: 1, changed: 0, notices: [], ...rest };
};

async function fresh() {
  const console = openConsole(open(), { contentDir, about: { ingestMinutes: 60 } });
  const browser = await signInByLink(console);
  const model = async () => readPage<FeedsModel>(await browser.get('/feeds')).model;
  const today = async () => readPage<TodayModel>(await browser.get('')).model;
  return { console, browser, model, today };
}

test('each feed is shown with its last result and without keys in its address', async () => {
  const { browser, model, today } = await fresh();
  write('feeds.json', {
    feeds: [
      { id: 'blog', url: 'https://ida:pw@blog.example.org/private/k3y/feed?auth=s3cret', title: 'Blog' },
      { id: 'pod', file: 'feeds/pod.xml', review: 'auto', type: 'episode' },
      { id: 'off', url: 'https://off.example.org/', enabled: false },
    ],
  });
  const failed = result({ outcome: 'failed', problem: { code: 'xml_damaged', details: { cause: 'bad\u202e' } } });
  const off = result({ outcome: 'failed', problem: { code: 'empty', details: {} } });
  const notice = { code: 'file_left_out', details: { file: 'published/x.md', problem: 'date is missing' } };
  write('.build/ingest-report.json', { feeds: { blog: failed, off }, notices: [notice] });
  const { rows, problems, notices, everyMinutes, isBeingRead } = await model();
  assert.deepEqual(
    rows.map(({ id, title, source, isAuto, isEnabled, last }) => [
      id,
      title,
      source,
      isAuto,
      isEnabled,
      last?.problem?.code,
    ]),
    [
      ['blog', 'Blog', 'blog.example.org', false, true, 'xml_damaged'],
      ['pod', 'pod', 'feeds/pod.xml', true, true, undefined],
      ['off', 'off', 'off.example.org', false, false, 'empty'],
    ],
  );
  assert.deepEqual([problems, notices, everyMinutes, isBeingRead], [[], [notice], 60, false]);
  assert.doesNotMatch((await browser.get('/feeds')).body, /k3y|s3cret|:pw/);
  assert.deepEqual(
    (await today()).failedFeeds.map(({ id }) => id),
    ['blog'],
  );
});

test('a broken feeds.json is reported, and a broken report counts as missing', async () => {
  const { model, today } = await fresh();
  write('feeds.json', { feeds: [{ id: 'Blog' }] });
  write('.build/ingest-report.json', '{');
  const { rows, problems } = await model();
  assert.deepEqual(rows, []);
  assert.match(problems.join(), /feeds\.0\.id/);
  write('feeds.json', '{');
  assert.match((await model()).problems.join(), /JSON/);
  assert.deepEqual((await today()).failedFeeds, []);
});

test('feeds are read on request by one of the sidecars', async () => {
  const { console, browser, model } = await fresh();
  const answer = await browser.post('/feeds/read');
  assert.equal(answer.headers.location, '/console/feeds?notice=feedsAsked&count=1');
  assert.deepEqual(console.requested, ['ingest']);
  assert.equal((await model()).isBeingRead, true);
});

test('a single feed can be read immediately, unless it was removed', async () => {
  const { console, browser, model } = await fresh();
  const feed = (title: string) =>
    `<rss version="2.0"><channel><title>${title}</title><link>https://a.example/</link><item><title>${title} one</title><guid>${title}</guid><link>https://a.example/${title}</link><pubDate>Mon, 04 May 2026 08:00:00 GMT</pubDate></item></channel></rss>`;
  const creator = {
    name: 'A',
    publication: 'B',
    oneLiner: '',
    description: '',
    language: 'en',
    topics: [],
    themes: [],
  };
  write('creator.json', creator);
  for (const name of ['pod', 'blog']) write(`${name}.xml`, feed(name));
  write('feeds.json', { feeds: ['pod', 'blog'].map((id) => ({ id, file: `${id}.xml` })) });
  rmSync(join(contentDir, '.build/ingest-report.json'), { force: true });
  const answer = await browser.post('/feeds/read-one', { id: 'pod' });
  assert.equal(answer.headers.location, '/console/feeds?notice=feedRead&count=1');
  const { rows } = await model();
  assert.deepEqual(
    rows.map(({ id, last }) => [id, last?.new]),
    [
      ['pod', 1],
      ['blog', undefined],
    ],
  );
  assert.deepEqual(console.requested, ['build']);
  const gone = await browser.post('/feeds/read-one', { id: '--json' });
  assert.match(String(gone.headers.location), /feedChanged/);
});

test('an address submitted after the session ended is restored after the next sign-in', async () => {
  const { console, browser } = await fresh();
  const url = 'https://blog.example.org/';
  const send = () => browser.post('/feeds/add', { url });
  assert.equal((await readStoredForm<FeedsModel>(console, browser, send)).model.typed, url);
});

test('the kind of a feed that was recognised wrongly can be chosen, and taken back', async () => {
  const { console, browser, model } = await fresh();
  write('feeds.json', { feeds: [{ id: 'prints', file: 'prints.xml', keywords: ['ink'] }] });
  const kinds = async () => (await model()).rows.map(({ kind }) => kind);
  assert.deepEqual(await kinds(), ['']);
  await browser.post('/feeds/kind', { id: 'prints', kind: 'work' });
  assert.deepEqual(await kinds(), ['work']);
  const read = () => JSON.parse(readFileSync(join(contentDir, 'feeds.json'), 'utf8')).feeds[0];
  assert.deepEqual(read(), { id: 'prints', file: 'prints.xml', keywords: ['ink'], type: 'timeline', kind: 'work' });
  assert.deepEqual(console.requested, ['ingest']);
  await browser.post('/feeds/kind', { id: 'prints', kind: '' });
  assert.deepEqual(read(), { id: 'prints', file: 'prints.xml', keywords: ['ink'] });
  const answer = await browser.post('/feeds/kind', { id: 'prints', kind: 'nonsense' });
  assert.match(String(answer.headers.location), /feedChanged/);
});
