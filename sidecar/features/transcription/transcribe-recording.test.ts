import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { type EngineTask, type Engine, toEngineTranscript, type PartialTranscript } from './engines.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';
import { type ProgressListener, createRecordingTranscriber } from './transcribe-recording.ts';
import type { KnownNames } from './known-names.ts';
import { wavHeader } from './wav.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-recording-'));
});
after(() => rm(folder, { recursive: true }));

const language = { tag: 'en', source: 'request' } as const;
const noProgress: ProgressListener = { share: () => {}, duration: () => {}, turn: () => {}, part: () => {} };
/** Length of the recordings; short, because decoding is slow. */
const seconds = 6;
const wav = (tone: number, length = seconds) =>
  Buffer.concat([wavHeader(length * bytesPerSecond, sampleRate), Buffer.alloc(length * bytesPerSecond, tone)]);
const partUntil = (until: number): PartialTranscript => ({
  until,
  segments: [{ start: 0, end: until, text: 'Ann Bakker says that the tide is turning.' }],
  unheard: [{ start: 5, end: 9 }],
  loops: [],
  soundSeconds: until,
  heardSeconds: until - 4,
});

let files: Map<string, Buffer>;
let downloads: string[];
let tasks: EngineTask[];
beforeEach(() => {
  files = new Map();
  [downloads, tasks] = [[], []];
});

onBothStores('transcribing a recording', (open) => {
  const start = (how: (deps: EngineTask) => Promise<void> = async () => {}) => {
    const engine: Engine = {
      ...{ id: 'embedded:test', source: 'embedded', defaultLanguage: 'en', speaks: () => true, stop: () => {} },
      transcribe: async (deps) => {
        tasks.push(deps);
        await how(deps);
        return toEngineTranscript(partUntil(deps.durationSeconds));
      },
    };
    const download = async (url: string, to: string) => {
      downloads.push(url);
      const bytes = files.get(url)!;
      await writeFile(to, bytes);
      return { bytes: bytes.length, sha256: sha256(bytes.toString('latin1')) };
    };
    const decoding = { ffmpeg: undefined, maxSeconds: 600 };
    const transcribe = createRecordingTranscriber({
      ...{ db: open().db, now: Date.now, download, decoding, engine, folder, onProblem: () => {} },
    });
    return (url: string, names?: KnownNames, maxSeconds?: number) =>
      transcribe({
        url,
        language,
        ...(names && { names }),
        maxSeconds,
        stop: new AbortController().signal,
        progress: noProgress,
      });
  };

  test('three requests for one recording share the work, and gaps are reported with times and seconds', async () => {
    files.set('a', wav(1));
    const transcribe = start();
    const results = await Promise.all([transcribe('a'), transcribe('a'), transcribe('a')]);
    assert.deepEqual([downloads, tasks.length], [['a'], 1]);
    for (const { coverage, warnings, source } of results) {
      assert.deepEqual([coverage, source], [{ soundSeconds: seconds, heardSeconds: seconds - 4 }, 'embedded']);
      assert.match(warnings[0]!, /4 seconds of sound: 00:00:05–00:00:09/);
    }
    files.set('b', wav(1));
    assert.equal((await transcribe('b')).source, 'cache');
    assert.deepEqual([tasks.length, await readdir(folder)], [1, []]);
  });

  test('a damaged recording is reported and transcribed again the next time', async () => {
    files.set('damaged', wav(2).subarray(0, 44 + 3 * bytesPerSecond));
    const transcribe = start();
    const { warnings } = await transcribe('damaged');
    assert.match(warnings[0]!, /damaged or incomplete/);
    await transcribe('damaged');
    assert.equal(tasks.length, 2);
  });

  test('a recording longer than the payment covers is refused before transcription', async () => {
    const long = 70;
    files.set('paid', wav(7, long));
    const transcribe = start();
    const details = { field: 'sourceUrl', maximumMinutes: 1, durationMinutes: 2 };
    await assert.rejects(transcribe('paid', undefined, 60), { details });
    assert.equal(tasks.length, 0);
    assert.equal((await transcribe('paid', undefined, long)).durationSeconds, long);
  });

  test('resumes from the saved partial transcript after a failure, and deletes it at the end', async () => {
    files.set('long', wav(3));
    const broken = start(async ({ onPartial }) => {
      // The fake engine reports times beyond the length of the samples.
      for (const until of [30, 70, 100, 140, 150]) onPartial(partUntil(until), until / 200);
      throw new Error('killed');
    });
    await assert.rejects(broken('long'), /killed/);
    const transcribe = start();
    await transcribe('long');
    assert.deepEqual(
      tasks.map(({ before }) => before?.until),
      [undefined, 150],
    );
    const parts = await open().db.selectFrom('transcripts').select('key').where('key', 'like', 'part:%').execute();
    assert.deepEqual(parts, []);
  });

  test('names are hints for the engine, and are corrected also in cached transcripts', async () => {
    files.set('named', wav(4));
    const transcribe = start();
    const known = { hints: ['Ann Baker', 'Tides'], spelled: ['Ann Baker'], people: ['Ann Baker'] };
    for (const source of ['embedded', 'cache']) {
      const result = await transcribe('named', known);
      assert.deepEqual([result.source, result.segments[0]!.text.slice(0, 9)], [source, 'Ann Baker']);
      assert.match(result.warnings.at(-1)!, /“Ann Bakker” → “Ann Baker”/);
    }
    assert.deepEqual(tasks[0]!.names, known.hints);
  });
});
