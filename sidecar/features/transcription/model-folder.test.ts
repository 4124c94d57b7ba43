import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readModelFolder } from './model-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-models-'));
after(() => rmSync(folder, { recursive: true }));

/** Contents by file name, which matter only for lists of tokens. */
function laidOut(name: string, files: Record<string, string>): string {
  const place = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  return place;
}

/** Layouts of the archives of sherpa-onnx. */
const models: [folder: string, files: Record<string, string>, kind: string, languages: string[] | undefined][] = [
  [
    'sherpa-onnx-moonshine-base-en-int8',
    { 'preprocess.onnx': '', 'encode.int8.onnx': '', 'uncached_decode.int8.onnx': '', 'cached_decode.int8.onnx': '' },
    'moonshine',
    ['en'],
  ],
  [
    'sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
    { 'encoder.int8.onnx': '', 'decoder.int8.onnx': '', 'joiner.int8.onnx': '', 'tokens.txt': '<unk> 0\n<blk> 1024\n' },
    'nemo',
    ['en'],
  ],
  [
    'sherpa-onnx-zipformer-zh-en-2023-11-22',
    {
      'encoder-epoch-34-avg-19.onnx': '',
      'decoder-epoch-34-avg-19.onnx': '',
      'joiner-epoch-34-avg-19.onnx': '',
      'bpe.vocab': '',
      'tokens.txt': '<blk> 0\nA 1\n',
    },
    'transducer',
    ['en', 'zh'],
  ],
  [
    'sherpa-onnx-whisper-tiny.en',
    {
      'tiny.en-encoder.onnx': '',
      'tiny.en-encoder.int8.onnx': '',
      'tiny.en-decoder.int8.onnx': '',
      'tiny.en-tokens.txt': '',
    },
    'whisper',
    ['en'],
  ],
  [
    'sherpa-onnx-whisper-turbo',
    { 'turbo-encoder.int8.onnx': '', 'turbo-decoder.int8.onnx': '', 'turbo-tokens.txt': '' },
    'whisper',
    undefined,
  ],
  [
    'sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr-int8',
    { 'encoder.int8.onnx': '', 'decoder.int8.onnx': '', 'tokens.txt': '<|pnc|> 5\n' },
    'canary',
    ['en', 'de', 'es', 'fr'],
  ],
  [
    'renamed',
    { 'model.int8.onnx': '', 'tokens.txt': '<|zh|> 1\n<|yue|> 2\n' },
    'senseVoice',
    ['zh', 'en', 'ja', 'ko', 'yue'],
  ],
  ['sherpa-onnx-paraformer-zh', { 'model.int8.onnx': '', 'tokens.txt': 'a 1\n' }, 'paraformer', ['zh']],
  ['sherpa-onnx-nemo-ctc-en-citrinet-512', { 'model.onnx': '', 'tokens.txt': '<unk> 0\n<blk> 1024' }, 'nemo', ['en']],
];

for (const [name, files, kind, languages] of models)
  test(`${name} is recognised as ${kind}`, () => {
    const { recogniser } = readModelFolder(laidOut(name, { 'tokens.txt': '', ...files }));
    assert.deepEqual([recogniser!.kind, recogniser!.languages], [kind, languages]);
    assert.match(String(recogniser!.modelConfig.tokens), /tokens\.txt$/);
  });

test('Parakeet 3 knows 25 languages, and the 8-bit file is preferred', () => {
  const files = { 'encoder.onnx': '', 'encoder.int8.onnx': '', 'decoder.onnx': '', 'joiner.onnx': '' };
  const { recogniser } = readModelFolder(
    laidOut('sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8', { ...files, 'tokens.txt': '<unk> 0\n<blk> 8192\n' }),
  );
  assert.equal(recogniser!.languages!.length, 25);
  const { transducer, modelType } = recogniser!.modelConfig as { transducer: { encoder: string }; modelType: string };
  assert.match(transducer.encoder, /encoder\.int8\.onnx$/);
  assert.equal(modelType, 'nemo_transducer');
});

test('models for voices, punctuation, languages and speakers are found next to the recogniser', () => {
  const place = laidOut('all', {
    'silero_vad.onnx': '',
    'sherpa-onnx-punct-ct-transformer-zh-en/model.onnx': '',
    'sherpa-onnx-pyannote-segmentation-3-0/model.onnx': '',
    'nemo_en_titanet_small.onnx': '',
    'sherpa-onnx-whisper-tiny/tiny-encoder.onnx': '',
    'sherpa-onnx-whisper-tiny/tiny-decoder.onnx': '',
    'sherpa-onnx-whisper-tiny/tiny-tokens.txt': '',
    'sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr/encoder.onnx': '',
    'sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr/decoder.onnx': '',
    'sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr/tokens.txt': '',
  });
  const { recogniser, language, ...others } = readModelFolder(place);
  assert.equal(recogniser!.kind, 'canary');
  assert.match(language!.encoder, /tiny-encoder\.onnx$/);
  assert.deepEqual(others, {
    voice: join(place, 'silero_vad.onnx'),
    punctuation: join(place, 'sherpa-onnx-punct-ct-transformer-zh-en/model.onnx'),
    speakers: {
      segmentation: join(place, 'sherpa-onnx-pyannote-segmentation-3-0/model.onnx'),
      embedding: join(place, 'nemo_en_titanet_small.onnx'),
    },
  });
});

test('the error about a folder without models says what to put there', () => {
  assert.throws(() => readModelFolder(laidOut('empty', { 'README.md': '' })), /contains no known model.*asr-models/);
  assert.throws(() => readModelFolder(join(folder, 'nowhere')), /TRANSCRIBE_MODEL_DIR: .*cannot be read \(ENOENT\)/);
});
