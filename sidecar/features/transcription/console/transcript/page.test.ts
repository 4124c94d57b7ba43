import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { formatItemFile } from '#domain/items/item-file.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { formatUncorrected } from '#domain/transcripts/hosted-transcripts.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import {
  readAuditLines,
  type FormFields,
  openConsole,
  readPage,
  readStoredForm,
  signInByLink,
  type TestSettings,
} from '#sidecar/console/test-console.ts';
import type { TranscriptModel } from './page.ts';

const id = 'a-talk-0a1b2c3d';
const segments = [
  { start: 1, end: 2, text: 'Hello', speaker: 'Speaker 1' },
  { start: 2, end: 4, text: 'Good morning', speaker: 'Speaker 2' },
];
const episode = {
  id,
  type: 'episode' as const,
  title: 'A talk',
  date: '2026-05-01T12:00:00Z',
  keywords: [],
  audioUrl: 'https://pod.example/talk.mp3',
  persons: [{ name: 'Ada Berg', role: 'guest' }],
};

let contentDir: string;
before(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'greenroom-content-'));
  await mkdir(join(contentDir, 'published'));
  await writeFile(join(contentDir, 'published', `${id}.md`), formatItemFile({ item: episode, body: '' }));
  await writeFile(join(contentDir, 'creator.vtt'), 'WEBVTT');
});
after(() => rm(contentDir, { recursive: true }));

const at = (...names: string[]) => join(contentDir, 'transcripts', ...names);
const waiting = () => at('waiting', `${id}.vtt`);

onBothStores('the transcript of an episode in the console', (open) => {
  /** Opens the console with an uncorrected transcript that waits for review. */
  async function begin(settings: TestSettings = {}) {
    await rm(at(), { recursive: true, force: true });
    await mkdir(at('waiting'), { recursive: true });
    await writeFile(waiting(), formatUncorrected(segments, 'A talk', 'Heard by engine', []));
    const console = openConsole(open(), { contentDir, ...settings });
    const browser = await signInByLink(console);
    const model = async () => readPage<TranscriptModel>(await browser.get(`/transcripts/${id}`)).model;
    return { console, browser, model };
  }
  const fieldsOf = ({ segments: lines, revision }: TranscriptModel): Record<string, string | string[]> => ({
    revision,
    start: lines.map(({ start }) => String(start)),
    end: lines.map(({ end }) => String(end)),
    speaker: lines.map(({ speaker = '' }) => speaker),
    text: lines.map(({ text }) => text),
  });

  test('is corrected line by line, its speakers are named, and it is approved', async () => {
    const { console, browser, model } = await begin();
    const first = await model();
    assert.deepEqual([first.state, first.recording, first.segments], ['waiting', episode.audioUrl, segments]);
    assert.deepEqual(first.names, ['Ada Berg', 'Marta Lindqvist', 'Speaker 1', 'Speaker 2']);
    const typed: FormFields = {
      ...fieldsOf(first),
      text: ['Hello --> <b>you</b>', ' '],
      was: ['Speaker 1', 'Speaker 2'],
      named: [' Ada  Berg ', 'Speaker 2'],
      do: 'approve',
    };
    const answer = await browser.post(`/transcripts/${id}`, typed);
    assert.match(answer.headers.location as string, /notice=transcriptApproved/);
    const approved = await readFile(at(`${id}.vtt`), 'utf8');
    assert.match(approved, /<v Ada Berg>Hello --&gt; &lt;b&gt;you&lt;\/b&gt;\n$/);
    assert.doesNotMatch(approved, /Unchanged|Good morning/);
    assert.ok(!existsSync(waiting()));
    assert.deepEqual(console.requested, ['build']);
    assert.ok((await readAuditLines(console)).includes(`creator: item.transcript-approved ${id}`));
  });

  test('keeps the typed text if the file has changed meanwhile or a line is invalid', async () => {
    const { browser, model } = await begin();
    const fields = fieldsOf(await model());
    const mixed = await browser.post(`/transcripts/${id}`, { ...fields, text: ['Typed', 'too'], end: ['1', '4'] });
    assert.equal(mixed.statusCode, 422);
    assert.match(readPage(mixed).frame.notice!.text, /“Typed” ends before it begins/);
    const other = `${await readFile(waiting(), 'utf8')}\nNOTE by hand\n`;
    await writeFile(waiting(), other);
    const late = await browser.post(`/transcripts/${id}`, { ...fields, text: ['Typed', 'too'] });
    assert.equal(late.statusCode, 422);
    assert.deepEqual(
      readPage<TranscriptModel>(late).model.segments.map(({ text }) => text),
      ['Typed', 'too'],
    );
    assert.equal(await readFile(waiting(), 'utf8'), other);
    assert.equal((await browser.post(`/transcripts/${id}`, { ...fields, end: ['2'] })).statusCode, 422);
  });

  test('can swap the names of two speakers', async () => {
    const { browser, model } = await begin();
    const swapped = { was: ['Speaker 1', 'Speaker 2'], named: ['Speaker 2', 'Speaker 1'] };
    await browser.post(`/transcripts/${id}`, { ...fieldsOf(await model()), ...swapped });
    assert.deepEqual(
      (await model()).segments.map(({ speaker }) => speaker),
      ['Speaker 2', 'Speaker 1'],
    );
  });

  test('is shown again with every line after a new sign-in, and is compared with the revision shown before', async () => {
    const { console, browser, model } = await begin();
    const long = Array.from({ length: 4000 }, (_, at) =>
      `Line ${at}: ${'the gauge writes down the water. '.repeat(3)}`.trim(),
    );
    const times = (after: number) => long.map((_, at) => String(at + after));
    const first = await model();
    const typed = { ...fieldsOf(first), start: times(0), end: times(1), text: ['Yes.', ...long.slice(1)] };
    const sent = { ...typed, speaker: long.map(() => 'Ada Berg') };
    const { view, model: again } = await readStoredForm<TranscriptModel>(console, browser, () =>
      browser.post(`/transcripts/${id}`, sent),
    );
    assert.deepEqual([view, again.segments.map(({ text }) => text)], ['transcript', sent.text]);
    assert.deepEqual([again.revision, again.speakers], [first.revision, ['Ada Berg']]);
    await writeFile(waiting(), `${await readFile(waiting(), 'utf8')}\nNOTE by hand\n`);
    assert.equal((await browser.post(`/transcripts/${id}`, fieldsOf(again))).statusCode, 422);
  });

  test('is generated again only if it is uncorrected', async () => {
    const request: string[] = [];
    const submitEpisode = async ({ audioUrl }: { audioUrl: string }) => (request.push(audioUrl), {} as never);
    const { browser, model } = await begin({ transcription: { submitEpisode } });
    assert.equal((await browser.post(`/transcripts/${id}/hear`)).statusCode, 303);
    await browser.post(`/transcripts/${id}`, { ...fieldsOf(await model()), text: ['Hello', 'Good evening'] });
    const refused = await browser.post(`/transcripts/${id}/hear`);
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /was corrected/);
    assert.deepEqual(request, [episode.audioUrl]);
  });

  test('can start from the publisher’s transcript', async () => {
    const { browser, model } = await begin();
    await mkdir(at('publisher'), { recursive: true });
    await writeFile(at('publisher', `${id}.vtt`), formatTranscript([{ start: 0, end: 9, text: 'Theirs' }], 'vtt'));
    assert.equal((await browser.post(`/transcripts/${id}/take`)).statusCode, 303);
    const taken = await model();
    assert.deepEqual([taken.state, taken.segments[0]!.text], ['waiting', 'Theirs']);
  });

  test('is approved only if its file is valid, and forged ids reach no other file', async () => {
    const { browser, model } = await begin();
    for (const forged of ['..%2F..%2Fcreator', '%00', 'nothing-00000000'])
      assert.equal((await browser.post(`/transcripts/${forged}/approve`)).statusCode, 404, forged);
    await cp(waiting(), at(`${id}.vtt`));
    const good = await readFile(waiting(), 'utf8');
    await writeFile(waiting(), good.replace('-->', '->'));
    assert.match((await model()).unreadable!, /line \d+: start the cue with its times/);
    const refused = await browser.post(`/transcripts/${id}/approve`);
    assert.equal(refused.statusCode, 400);
    assert.equal(await readFile(at(`${id}.vtt`), 'utf8'), good);
    assert.equal((await browser.post(`/transcripts/${id}/reject`)).statusCode, 303);
    assert.equal((await browser.post(`/transcripts/${id}/reject`)).statusCode, 404);
  });
});
