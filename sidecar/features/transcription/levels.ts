// How loud a file of samples is, from the beginning to the end.
import { createReadStream } from 'node:fs';
import { sampleRate } from './engine-messages.ts';
import { levelMeter, type Levels } from './quiet-cuts.ts';

export async function levelsOf(pcm: string): Promise<Levels> {
  const meter = levelMeter(sampleRate);
  let odd = Buffer.alloc(0);
  for await (const chunk of createReadStream(pcm) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([odd, chunk]);
    const even = bytes.length & ~1;
    // A copy begins where 16-bit numbers may.
    meter.push(new Int16Array(Uint8Array.from(bytes.subarray(0, even)).buffer));
    odd = bytes.subarray(even);
  }
  return meter.end();
}
