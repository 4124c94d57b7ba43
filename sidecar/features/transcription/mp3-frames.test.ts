import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decodeMp3 } from './decode-mp3.ts';
import { wholeFrames } from './mp3-frames.ts';
import { runFfmpeg, readAloudSentences } from './test-sounds.ts';

const seconds = 15;
/** Options of LAME: constant and variable bit rate, MPEG-2, and no frame with the number of frames. */
const encodings = {
  constant: ['-b:a', '64k'],
  variable: ['-q:a', '5'],
  slow: ['-b:a', '32k', '-ar', '16000'],
  bare: ['-write_xing', '0'],
};
type Encoding = keyof typeof encodings;
const names = Object.keys(encodings) as Encoding[];

let folder: string;
const recordings = new Map<Encoding, Buffer>();
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-frames-'));
  const files = names.map((name) => join(folder, `${name}.mp3`));
  const outputs = names.flatMap((name, at) => [...encodings[name], '-id3v2_version', '0', files[at]!]);
  await runFfmpeg('-stream_loop', '4', '-i', readAloudSentences[1]![0], ...outputs);
  for (const [at, name] of names.entries()) recordings.set(name, await readFile(files[at]!));
});
after(() => rm(folder, { recursive: true }));

async function secondsIn(frames: Buffer): Promise<number> {
  let sum = 0;
  for await (const { channelData, sampleRate } of decodeMp3(frames)) sum += channelData[0]!.length / sampleRate;
  return sum;
}

test('an MP3 file is read to its last whole frame, with other bytes around the frames', async () => {
  const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
  const noise = Buffer.alloc(5000, 0x54);
  for (const [encoding, whole] of recordings) {
    const middle = whole.indexOf(whole.subarray(0, 2), whole.length / 2);
    for (const [name, bytes] of Object.entries({
      'nothing else': whole,
      'a tag at the end': Buffer.concat([whole, tag]),
      'zeros at the end': Buffer.concat([whole, Buffer.alloc(4096)]),
      'noise in the middle': Buffer.concat([whole.subarray(0, middle), noise, whole.subarray(middle)]),
    })) {
      const { frames, isCutShort } = wholeFrames(bytes);
      const read = await secondsIn(frames);
      assert.ok(Math.abs(read - seconds) < 0.3, `${encoding}, ${name}: ${read}`);
      assert.equal(isCutShort, false, `${encoding}, ${name}`);
    }
  }
});

test('a truncated MP3 file is detected and read to its end', async () => {
  for (const encoding of ['constant', 'variable', 'slow'] as const) {
    const whole = recordings.get(encoding)!;
    for (const share of [0.5, 0.8]) {
      const { frames, isCutShort } = wholeFrames(whole.subarray(0, whole.length * share));
      const read = await secondsIn(frames);
      assert.ok(Math.abs(read - seconds * share) < 0.5, `${encoding}: ${read}`);
      assert.ok(isCutShort, encoding);
    }
  }
});
