import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { wavHeader } from './wav.ts';
import { decode } from './decode.ts';
import { findFfmpeg } from './decode-ffmpeg.ts';
import { runFfmpeg, readAloudSentences } from './test-sounds.ts';

const isLong = process.env.SOAK === 'long';
const never = new AbortController().signal;
const text = (words: string) => Buffer.from(words);
const random = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + (i >> 3) * 104_729) & 255));

const alone = ['wav', 'mp3'];
/** Kinds that need FFmpeg: one MP4 and one Ogg, and all of them in npm run soak. */
const withFfmpeg = ['m4a', 'ogg', ...(isLong ? ['opus', 'flac', 'webm', 'aac', 'mp4', 'mkv'] : [])];
const rare = isLong ? ['au', 'w64', 'ac3', 'aac'] : ['ac3'];
const opus = ['-c:a', 'libopus', '-ar', '48000'];
const madeWith = (kind: string): string[] => (['webm', 'opus'].includes(kind) ? opus : ['-ar', '44100']);
/** FFmpeg options for three seconds of speech, by file name. */
const forms: Record<string, string[]> = {
  ...Object.fromEntries([...alone, ...withFfmpeg, 'flac', ...rare].map((kind) => [`speech.${kind}`, madeWith(kind)])),
  'variable.mp3': ['-q:a', '5'],
  'slow.mp3': ['-b:a', '32k', '-ar', '16000'],
  'in-opus.ogg': opus,
  'in-flac.ogg': ['-c:a', 'flac', '-ar', '44100'],
  'rf64.wav': ['-rf64', 'always'],
  'adpcm.wav': ['-c:a', 'adpcm_ms'],
  'commented.wav': ['-metadata', `comment=${'data'.repeat(2000)}`],
  'inverted.wav': ['-af', 'aeval=val(0)|-val(0):c=stereo'],
  'one-sided.wav': ['-af', 'aeval=val(0)|0:c=stereo'],
  'with-a-gap.mkv': ['-af', "aselect='not(between(t,1,2))'", '-c:a', 'pcm_s16le'],
};

let folder: string;
const path = (name: string) => join(folder, name);
const made = (name: string) => readFile(path(name));
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-decode-'));
  const outputs = Object.entries(forms).flatMap(([name, options]) => [...options, path(name)]);
  await runFfmpeg('-i', readAloudSentences[1]![0], ...outputs);
});
after(() => rm(folder, { recursive: true }));

/** Hostile files, which are all sent as recording.mp3. Those of `usualAttacks` stand for their kinds. */
const hostile: Record<string, () => Buffer> = {
  'a playlist (HLS) with a local file': () => text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'a playlist that begins with a byte order mark': () => text('\uFEFF#EXTM3U\nhttp://169.254.169.254/\n'),
  'a concatenation list': () => text('ffconcat version 1.0\nfile /etc/passwd\n'),
  'a DASH manifest': () => text('<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>'),
  'a PLS playlist': () => text('[playlist]\nFile1=http://127.0.0.1/\n'),
  'a session description (SDP)': () => text('v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'),
  'a web page': () => text('<!doctype html><html><body>Not found</body></html>'),
  'a program': () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), random(5000)]),
  'an archive': () => Buffer.concat([text('PK\u0003\u0004'), random(5000)]),
  'a picture': () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), random(5000)]),
  'nothing but zeros': () => Buffer.alloc(100_000),
  'noise after the mark of an MP3': () => Buffer.concat([text('ID3\u0004'), random(200_000)]),
  'an ID3 tag that claims to be 256 MB': () =>
    Buffer.concat([text('ID3\u0004\u0000\u0000'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f]), random(1000)]),
  'a playlist inside an ID3 tag': () =>
    Buffer.concat([text('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000'), text('#EXTM3U\nfile:///etc/passwd\n')]),
  'a WAV without data': () => wavHeader(0, 16_000),
  'a WAV that claims 4 GB': () => wavHeader(0xffff_ff00, 16_000).subarray(0, 40),
  'a WAV of 65,535 channels': () => {
    const header = wavHeader(1000, 16_000);
    header.writeUInt16LE(65_535, 22);
    return Buffer.concat([header, random(1000)]);
  },
  'a WAV with no samples a second': () => {
    const header = wavHeader(1000, 0);
    return Buffer.concat([header, random(1000)]);
  },
  'an MP4 of boxes in boxes': () => {
    const box = Buffer.from([0, 0, 0, 0x08, 0x6d, 0x6f, 0x6f, 0x76]);
    return Buffer.concat([
      Buffer.from([0, 0, 0, 16]),
      text('ftypisom\u0000\u0000\u0000\u0000'),
      ...Array.from({ length: 20_000 }, () => box),
    ]);
  },
  'an MP4 whose box claims 2^63 bytes': () =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 16]),
      text('ftypisom\u0000\u0000\u0000\u0000'),
      Buffer.from([0, 0, 0, 1]),
      text('moov'),
      Buffer.alloc(8, 0x7f),
      random(100),
    ]),
  'noise after the mark of Matroska': () => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), random(50_000)]),
  'an Ogg page without an end': () =>
    Buffer.concat([text('OggS\u0000\u0002'), Buffer.alloc(20), Buffer.alloc(256, 255), random(1000)]),
  'a FLAC of nothing but its mark': () => text('fLaC'),
};

const usualAttacks = [
  'a playlist (HLS) with a local file',
  'a session description (SDP)',
  'a program',
  'an ID3 tag that claims to be 256 MB',
  'a WAV of 65,535 channels',
  'an MP4 of boxes in boxes',
  'an Ogg page without an end',
];

const decoders: [name: string, ffmpeg: string | undefined][] = [
  ['FFmpeg', findFfmpeg()],
  ['the program alone', undefined],
];

for (const [name, program] of decoders) {
  const decoding = { ffmpeg: program, maxSeconds: 20 };
  const run = (file: string) => decode(file, path('samples'), decoding, never);
  describe(`decoding by ${name}`, () => {
    for (const attack of isLong ? Object.keys(hostile) : usualAttacks) {
      test(`refuses ${attack}, sent as .mp3`, async () => {
        const file = path('recording.mp3');
        await writeFile(file, hostile[attack]!());
        const error: unknown = await run(file).catch((problem: unknown) => problem);
        assert.ok(error instanceof ApiError, `it was taken: ${String(error)}`);
        assert.equal(error.kind, 'bad_request', error.message);
        assert.doesNotMatch(error.message, /\/tmp|root:/);
      });
    }

    test('decodes every common kind of recording to the same length', async () => {
      for (const kind of program ? [...alone, ...withFfmpeg] : alone) {
        const { seconds } = await run(path(`speech.${kind}`));
        assert.ok(Math.abs(seconds - 2.99) < 0.1, `${kind}: ${seconds}`);
      }
    });

    test('names FFmpeg for the kinds that need it', { skip: program && 'FFmpeg is installed' }, async () => {
      for (const kind of withFfmpeg)
        await assert.rejects(run(path(`speech.${kind}`)), {
          kind: 'bad_request',
          message: /need FFmpeg.* as MP3 or WAV\.$/,
        });
    });

    test('takes the louder channel if mixing would cancel the speech', async () => {
      const loudest = async (file: string) => {
        await run(file);
        return new Int16Array(Uint8Array.from(await made('samples')).buffer).reduce((a, b) => Math.max(a, b));
      };
      const ofOne = await loudest(readAloudSentences[1]![0]);
      for (const name of ['inverted.wav', 'one-sided.wav']) assert.ok((await loudest(path(name))) > ofOne * 0.4, name);
    });

    test('warns of a truncated MP3 file and decodes the rest', async () => {
      const file = path('cut.mp3');
      for (const name of ['speech.mp3', ...(program ? ['variable.mp3', 'slow.mp3'] : [])]) {
        const whole = await made(name);
        await writeFile(file, whole.subarray(0, whole.length / 2));
        const { seconds, warnings } = await run(file);
        assert.ok(seconds > 1 && seconds < 2, `${name}: ${seconds}`);
        assert.match(warnings[0] ?? '', /incomplete/, name);
      }
    });

    test('warns of a truncated WAV file with any chunks before its samples', async () => {
      const file = path('cut.wav');
      for (const name of ['speech.wav', 'commented.wav', ...(program ? ['rf64.wav', 'adpcm.wav'] : [])]) {
        assert.deepEqual((await run(path(name))).warnings, [], name);
        const whole = await made(name);
        await writeFile(file, whole.subarray(0, whole.length / 2));
        assert.match((await run(file)).warnings[0] ?? '', /incomplete: only [\d:]+ of 00:00:0[23] can/, name);
      }
    });

    test('does not warn of a WAV file that was written to a pipe', async () => {
      const file = path('streamed.wav');
      const streamed = await made('speech.wav');
      for (const size of [0xffff_ffff, 0x7fff_f000]) {
        streamed.writeUInt32LE(0xffff_ffff, 4);
        streamed.writeUInt32LE(size, streamed.indexOf('data') + 4);
        await writeFile(file, streamed);
        assert.deepEqual((await run(file)).warnings, []);
      }
    });

    test('refuses a small file with half an hour of sound or more, and writes no more than the limit', async () => {
      const file = path(program ? 'bomb.flac' : 'bomb.mp3');
      if (program) await runFfmpeg('-f', 'lavfi', '-i', 'anullsrc=r=1000:cl=mono', '-t', '7200', file);
      else {
        const small = ['-b:a', '8k', '-write_xing', '0', '-id3v2_version', '0'];
        await runFfmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '10', ...small, file);
        const frames = await readFile(file);
        await writeFile(file, Buffer.concat(Array.from({ length: 180 }, () => frames)));
      }
      assert.ok((await stat(file)).size < 2_000_000);
      await assert.rejects(run(file), { kind: 'bad_request', message: /longer than/ });
      assert.ok((await stat(path('samples'))).size <= 21 * 32_000);
    });
  });
}

describe('a recording that FFmpeg decodes', () => {
  const decoding = { ffmpeg: findFfmpeg(), maxSeconds: 20 };
  const run = (file: string) => decode(file, path('samples'), decoding, never);
  const id3 = Buffer.concat([text('ID3\u0004\u0000\u0000\u0000\u0000\u0002\u0000'), Buffer.alloc(256)]);

  test('may have other bytes before it or be of a rare kind', async () => {
    const mp3 = await made('speech.mp3');
    const files: [string, Buffer][] = [
      ['ID3 before FLAC', Buffer.concat([id3, await made('speech.flac')])],
      ['junk before MP3', Buffer.concat([random(1500), mp3])],
    ];
    if (isLong) files.push(['zeros before MP3', Buffer.concat([Buffer.alloc(3000), mp3])]);
    if (isLong) files.push(['ID3 before AAC', Buffer.concat([id3, await made('speech.aac')])]);
    for (const kind of rare) files.push([kind, await made(`speech.${kind}`)]);
    for (const [name, bytes] of files) {
      const file = path('recording');
      await writeFile(file, bytes);
      const { seconds } = await run(file);
      assert.ok(Math.abs(seconds - 2.99) < 0.2, `${name}: ${seconds}`);
    }
  });

  test('is reported if it is truncated or damaged, but not if it is complete', async () => {
    const flac = await made('speech.flac');
    const file = path('recording');
    assert.deepEqual((await run(path('speech.flac'))).warnings, []);
    await writeFile(file, flac.subarray(0, flac.length / 2));
    assert.match((await run(file)).warnings[0]!, /incomplete: only 00:00:01 of 00:00:02 can/);
    const hurt = Buffer.from(flac);
    hurt.fill(0x55, flac.length / 3, flac.length / 3 + 4000);
    await writeFile(file, hurt);
    assert.match((await run(file)).warnings.join(' '), /errors in the recording/);
  });

  test('is reported if it is a truncated Ogg file of any codec', async () => {
    const file = path('recording');
    for (const name of isLong ? ['speech.ogg', 'in-opus.ogg', 'in-flac.ogg'] : ['in-opus.ogg']) {
      const whole = await made(name);
      assert.deepEqual((await run(path(name))).warnings, [], name);
      for (const share of [0.5, 0.9]) {
        await writeFile(file, whole.subarray(0, Math.floor(whole.length * share)));
        assert.match((await run(file)).warnings[0] ?? '', /incomplete/, name);
      }
    }
  });

  test('keeps its times if packets are missing', async () => {
    const { seconds } = await run(path('with-a-gap.mkv'));
    assert.ok(Math.abs(seconds - 2.99) < 0.2, `${seconds}`);
  });
});
