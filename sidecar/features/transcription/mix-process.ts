// Mixes a file of stereo samples to mono on standard output; 16 bits, little endian.
import { createReadStream, writeSync } from 'node:fs';
import process from 'node:process';
import { mixToMono } from './mono.ts';

const [, , from = ''] = process.argv;
const bytesTogether = 4 * 64_000;

function mixed(bytes: Buffer): Buffer {
  const count = bytes.length >> 2;
  const channels = [0, 2].map((offset) =>
    Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(at * 4 + offset)),
  );
  const out = Buffer.alloc(count * 2);
  mixToMono(channels).forEach((value, at) => out.writeInt16LE(Math.round(value), at * 2));
  return out;
}

let rest = Buffer.alloc(0);
for await (const chunk of createReadStream(from, { highWaterMark: bytesTogether })) {
  const bytes = Buffer.concat([rest, chunk as Buffer]);
  const whole = bytes.length - (bytes.length % 4);
  const out = mixed(bytes.subarray(0, whole));
  for (let at = 0; at < out.length;) at += writeSync(1, out, at);
  rest = Buffer.from(bytes.subarray(whole));
}
