// Decodes the file named by its arguments to standard output: 16 kHz, mono, 16 bits, little endian.
import { createReadStream, readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { decodeMp3 } from './decode-mp3.ts';
import { mixToMono } from './mono.ts';
import { cutShortCode, wholeFrames } from './mp3-frames.ts';
import { type Resampler, createResampler } from './resample.ts';
import { sampleRate } from './engine-messages.ts';
import { type AudioData, decoder } from '@audio/decode-wav';

async function* readWavSamples(file: string): AsyncGenerator<AudioData> {
  const wav = decoder();
  for await (const bytes of createReadStream(file, { highWaterMark: 64 * 1024 })) {
    const chunk = wav.decode(bytes as Buffer);
    if (chunk.channelData.length > 0) yield chunk;
  }
}

const [, , from = '', codec = '', maxSeconds = ''] = process.argv;
const maxSamples = Number(maxSeconds) * sampleRate;
let writtenSamples = 0;

function write(samples: Float32Array): void {
  const written = samples.subarray(0, maxSamples - writtenSamples);
  const bytes = Buffer.alloc(written.length * 2);
  written.forEach((value, index) =>
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32767), index * 2),
  );
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
  writtenSamples += written.length;
}

const mp3 = codec === 'mp3' ? wholeFrames(readFileSync(from)) : undefined;
let [resampling, rate]: [Resampler | undefined, number] = [undefined, 0];
for await (const { channelData, sampleRate: found } of mp3 ? decodeMp3(mp3.frames) : readWavSamples(from)) {
  if (found !== rate) {
    if (resampling) write(resampling.end());
    [resampling, rate] = [createResampler(found, sampleRate), found];
  }
  write(resampling!.push(mixToMono(channelData)));
  if (writtenSamples >= maxSamples) break;
}
if (resampling) write(resampling.end());
process.exit(mp3?.isCutShort ? cutShortCode : 0);
