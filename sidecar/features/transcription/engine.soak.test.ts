// Tests of the embedded engine with its real models on many recordings; run by `npm run soak engine`.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decode } from './decode.ts';
import { findFfmpeg } from './decode-ffmpeg.ts';
import { createEmbeddedEngine } from './engine.ts';
import { formatTokens } from './engine-load.ts';
import { findModels } from './engine-files.ts';
import type { Engine } from './engines.ts';
import {
  runFfmpeg,
  transcribeFile,
  createEngineTask,
  readAloudSentences,
  timeTexts,
  findSilentLosses,
  speakWithEspeak,
  speakWithFlite,
  countWordErrors,
  wordlessSounds,
} from './test-sounds.ts';

const never = new AbortController().signal;
const models = findModels(undefined)!;
const files = models.embedded!;
let folder: string;
let engine: Engine;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-hear-'));
  engine = createEmbeddedEngine({ models, onProblem: () => {} });
});
after(async () => {
  engine.stop();
  await rm(folder, { recursive: true });
});

async function transcribe(file: string, stop?: AbortSignal) {
  const { segments, ...transcript } = await transcribeFile(engine, file, folder, stop);
  return {
    text: segments.map(({ text }) => text).join(' '),
    starts: segments.map(({ start }) => start),
    ends: segments.map(({ end }) => end),
    segments,
    ...transcript,
  };
}

const sentences = [
  'The harbor master wrote down the height of the tide every morning.',
  'We walked along the beach until the rain came in from the west.',
  'She asked how long the bridge had been closed, and nobody could tell her.',
  'Please send the final version of the report before Thursday afternoon.',
  'There are seven boats in the harbor and only one of them is red.',
];

/** Joins files with half a second between them, and applies the FFmpeg filter `also` to the whole. */
async function joined(files: string[], name: string, also = 'anull'): Promise<string> {
  const file = join(folder, name);
  const pauses = files.map((_, at) => `[${at}:a]aresample=16000,apad=pad_dur=0.5[p${at}]`).join(';');
  const inputs = files.map((_, at) => `[p${at}]`).join('');
  const filter = `${pauses};${inputs}concat=n=${files.length}:v=0:a=1,${also}`;
  await runFfmpeg(...files.flatMap((path) => ['-i', path]), '-filter_complex', filter, '-ac', '1', file);
  return file;
}

/** Returns the number of errors per hundred words. */
async function errorRate(file: string, text: string): Promise<number> {
  const { errors, words } = countWordErrors(text, (await transcribe(file)).text);
  return (100 * errors) / words;
}

const readText = readAloudSentences.map(([, text]) => text).join(' ');

describe('the embedded engine', () => {
  test('transcribes people who read aloud with at most five errors per hundred words', async () => {
    const rate = await errorRate(
      await joined(
        readAloudSentences.map(([file]) => file),
        'readings.wav',
      ),
      readText,
    );
    assert.ok(rate <= 5, `${rate.toFixed(1)} %`);
  });

  test('understands a quiet guest on the telephone after loud noise', async () => {
    const loud = join(folder, 'loud.wav');
    await runFfmpeg('-f', 'lavfi', '-i', 'anoisesrc=c=white:a=0.9:r=16000', '-t', '8', loud);
    const guest = await joined(
      readAloudSentences.slice(1, 4).map(([file]) => file),
      'guest.wav',
      'highpass=300,lowpass=3400,aresample=8000,volume=-14dB',
    );
    const { text, segments } = await transcribe(await joined([loud, guest], 'guest-after-noise.wav'));
    const wanted = readAloudSentences.slice(1, 4).map(([, words]) => words);
    const { errors, words } = countWordErrors(wanted.join(' '), text);
    assert.ok(errors <= words * 0.12, text);
    assert.ok(
      segments.every(({ confidence }) => confidence! > 0 && confidence! < 1),
      JSON.stringify(segments),
    );
  });

  test('reports all speech that it cannot transcribe: on the telephone, in noise and under music', async () => {
    const files = readAloudSentences.map(([file]) => file);
    const texts = readAloudSentences.map(([, text]) => text);
    const clean = await joined(files, 'all.wav');
    const said = await timeTexts(files, texts, 0.5);
    const under = (source: string, volume: number) =>
      `[0:a]volume=1[s];${source},aresample=16000,volume=${volume}[u];[s][u]amix=duration=first:normalize=0`;
    const conditions = [
      'highpass=300,lowpass=3400,aresample=8000,volume=-20dB',
      under('anoisesrc=a=0.06', 1),
      under(wordlessSounds.music!, 0.4),
    ];
    for (const condition of conditions) {
      const file = join(folder, 'condition.wav');
      await runFfmpeg('-i', clean, '-filter_complex', condition, '-ac', '1', '-ar', '16000', file);
      assert.deepEqual(findSilentLosses(said, await transcribe(file)), [], condition);
    }
    const [first] = said;
    assert.deepEqual(findSilentLosses([first!], { ...(await transcribe(files[0]!)), segments: [], unheard: [] }), [
      first!.text,
    ]);
  });

  test('refuses speech in another language instead of inventing English', async () => {
    const german =
      'Am Morgen gingen wir langsam durch die alte Stadt, und niemand wusste, warum die Brücke gesperrt war. Danach tranken wir Kaffee.';
    const file = await speakWithEspeak(german, join(folder, 'german.wav'), 'de');
    await assert.rejects(transcribe(file), { kind: 'bad_request', message: /not English/ });
  });

  test('transcribes the voices of flite and espeak-ng with at most twelve errors per hundred words', async () => {
    const spoken: string[] = [];
    for (const [index, text] of sentences.entries()) {
      const voice = ['slt', 'rms', 'awb'][index % 3]!;
      spoken.push(await speakWithFlite(text, join(folder, `flite-${index}.wav`), voice));
    }
    spoken.push(await speakWithEspeak(sentences[0]!, join(folder, 'espeak.wav')));
    const rate = await errorRate(await joined(spoken, 'flite.wav'), [...sentences, sentences[0]].join(' '));
    assert.ok(rate <= 12, `${rate.toFixed(1)} %`);
  });

  test('finds no words in ten kinds of sound without speech', async () => {
    const seconds = 8;
    const names = Object.keys(wordlessSounds);
    const inputs = Object.values(wordlessSounds).flatMap((source) => ['-f', 'lavfi', '-t', `${seconds}`, '-i', source]);
    const filter = `${names.map((_, at) => `[${at}:a]aformat=channel_layouts=mono[s${at}]`).join(';')};${names.map((_, at) => `[s${at}]`).join('')}concat=n=${names.length}:v=0:a=1`;
    const file = join(folder, 'wordless.wav');
    await runFfmpeg(...inputs, '-filter_complex', filter, '-ar', '16000', file);
    const { segments } = await transcribe(file);
    assert.deepEqual(
      segments.map(({ start, text }) => [names[Math.floor(start / seconds)], text]),
      [],
    );
  });

  test('returns segments of at most twenty seconds with their times', async () => {
    const first = readAloudSentences[0]![0];
    const second = readAloudSentences[1]![0];
    const file = join(folder, 'pauses.wav');
    const silence = ['-f', 'lavfi', '-t', '5', '-i', 'anullsrc=r=16000:cl=mono'];
    const join3 = ['-filter_complex', '[0:a][1:a][2:a]concat=n=3:v=0:a=1'];
    await runFfmpeg('-i', first, ...silence, '-i', second, ...join3, file);
    const { starts, ends } = await transcribe(file);
    assert.equal(starts.length, 2);
    assert.ok(starts[0]! < 1 && ends[0]! > 6 && ends[0]! < 8, JSON.stringify({ starts, ends }));
    assert.ok(starts[1]! > 11.5 && starts[1]! < 13, JSON.stringify({ starts, ends }));
  });

  test('splits speech without a pause and loses no words', async () => {
    const file = join(folder, 'long.wav');
    const inputs = readAloudSentences.slice(0, 2).flatMap(([path]) => ['-i', path]);
    const trimmed = '[0:a]silenceremove=1:0:-40dB[a];[1:a]silenceremove=1:0:-40dB[b]';
    const again = '[a][b]concat=n=2:v=0:a=1,aloop=3:size=2e6';
    await runFfmpeg(...inputs, '-filter_complex', `${trimmed};${again}`, '-t', '27', file);
    const { starts, ends, text } = await transcribe(file);
    assert.ok(
      starts.every((start, index) => ends[index]! - start <= 20.5),
      JSON.stringify({ starts, ends }),
    );
    assert.ok(text.match(/dashwood/gi)!.length >= 3, text);
  });
});

test('a model that the creator downloaded replaces the embedded one', async () => {
  const own = join(folder, 'sherpa-onnx-moonshine-tiny-en');
  await mkdir(own);
  const tiny = files.encoder.replace('/base/', '/tiny/');
  await symlink(tiny, join(own, 'encoder_model.onnx'));
  await symlink(tiny.replace('encoder_model', 'decoder_model_merged'), join(own, 'decoder_model_merged.onnx'));
  await writeFile(join(own, 'tokens.txt'), await formatTokens(files.vocabulary));
  const other = createEmbeddedEngine({ models: findModels(folder)!, onProblem: () => {} });
  assert.deepEqual([other.id, other.defaultLanguage], ['embedded:sherpa-onnx-moonshine-tiny-en', 'en']);
  assert.deepEqual([other.speaks('en'), other.speaks('de')], [true, false]);
  const pcm = join(folder, 'own');
  const { seconds } = await decode(readAloudSentences[1]![0], pcm, { ffmpeg: findFfmpeg(), maxSeconds: 60 }, never);
  const { segments } = await other.transcribe(createEngineTask(pcm, seconds));
  other.stop();
  assert.match(segments[0]!.text, /young man/);
});
