// The samples of a WAV file, piece by piece.
import { createReadStream } from 'node:fs';
import { type AudioData, decoder } from '@audio/decode-wav';

export async function* wavSamples(file: string): AsyncGenerator<AudioData> {
  const wav = decoder();
  for await (const bytes of createReadStream(file, { highWaterMark: 64 * 1024 })) {
    const piece = wav.decode(bytes as Buffer);
    if (piece.channelData.length > 0) yield piece;
  }
}
