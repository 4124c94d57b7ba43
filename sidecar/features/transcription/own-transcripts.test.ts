import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isCorrected, readVttNotes, formatUncorrected } from '#domain/transcripts/hosted-transcripts.ts';
import * as own from './own-transcripts.ts';

const id = 'a-talk-0a1b2c3d';
const said = (text: string) => [{ start: 1, end: 2.5, text }];
const transcript = (text: string) => ({
  segments: said(text),
  engine: 'engine',
  warnings: ['Two seconds are missing.'],
});

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'greenroom-own-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

test('an uncorrected transcript is recognised with any line ends, and a changed letter makes it corrected', () => {
  const written = formatUncorrected(said('Ask not.'), 'A $& talk', 'Heard by engine', ['Two seconds are missing.']);
  assert.match(written, /^WEBVTT\n\nNOTE\nA \$& talk\nHeard by engine: read it before you approve it\.\nUnchanged: /);
  assert.deepEqual(
    [written, written.replaceAll('\n', '\r\n'), written.replace('Ask', 'Asks'), 'WEBVTT\n'].map(isCorrected),
    [false, false, true, true],
  );
  const notes = ['A $& talk Heard by engine: read it before you approve it.', 'Two seconds are missing.'];
  assert.deepEqual(readVttNotes(written), notes);
});

test('a new transcript replaces an uncorrected one but never a corrected one', async (t) => {
  const content = await folder(t);
  await own.saveTranscript(content, id, transcript('One.'));
  const path = await own.saveTranscript(content, id, transcript('Two.'));
  assert.match(await readFile(path, 'utf8'), /Two\./);
  await own.saveCorrection(content, id, said('Three.'), await readFile(path, 'utf8'));
  const corrected = await readFile(path, 'utf8');
  assert.match(corrected, /NOTE Two seconds are missing\./);
  await assert.rejects(own.saveTranscript(content, id, transcript('Four.')), /was corrected/);
  await assert.rejects(own.copyPublisherTranscript(content, id, 'A talk').then((done) => assert.ok(done)));
  assert.equal(await readFile(path, 'utf8'), corrected);
});

test('an uncorrected transcript that would replace a corrected one is detected', async (t) => {
  const content = await folder(t);
  const path = await own.saveTranscript(content, id, transcript('One.'));
  await own.saveCorrection(content, id, said('Corrected.'), await readFile(path, 'utf8'));
  assert.ok(await own.approveTranscript(content, id));
  assert.equal(await own.replacesCorrected(content, id), false);
  await own.saveTranscript(content, id, transcript('Again.'));
  assert.equal(await own.replacesCorrected(content, id), true);
  await writeFile(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\nMine\n');
  assert.equal(await own.replacesCorrected(content, id), false);
});
