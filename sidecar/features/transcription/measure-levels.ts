// Measures the levels of a file of samples.
import { createReadStream } from 'node:fs';
import { sampleRate } from './engine-messages.ts';
import { createLevelMeter, type SoundLevels } from './quiet-cuts.ts';

export async function measureLevels(pcm: string): Promise<SoundLevels> {
  const meter = createLevelMeter(sampleRate);
  let odd = Buffer.alloc(0);
  for await (const chunk of createReadStream(pcm) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([odd, chunk]);
    const even = bytes.length & ~1;
    // The copy is aligned for 16-bit numbers.
    meter.push(new Int16Array(Uint8Array.from(bytes.subarray(0, even)).buffer));
    odd = bytes.subarray(even);
  }
  return meter.end();
}
