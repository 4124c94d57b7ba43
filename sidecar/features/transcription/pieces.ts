// Cuts a file of samples at quiet moments into WAV files that a service takes.
import { open } from 'node:fs/promises';
import { type Levels, quietCuts } from './quiet-cuts.ts';
import { wavHeader } from './wav.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';

export interface Piece {
  /** Seconds. */
  start: number;
  end: number;
}

/** Quieter than anything that is said: -60 dB. */
const silence = 33 ** 2;

/** Of short pieces a pause is looked for in the last two thirds, of long ones in the last tenth. */
const shortSeconds = 60;

/** From `start` to a pause, or to the end. */
export function nextPiece(
  { energies, stretchSeconds }: Levels,
  start: number,
  end: number,
  longestSeconds: number,
): Piece & { isSilent: boolean } {
  const first = Math.floor(start / stretchSeconds);
  const rest = { energies: energies.subarray(first), stretchSeconds };
  const [cut] = quietCuts(rest, longestSeconds, longestSeconds > shortSeconds ? 0.1 : 2 / 3);
  const to = cut === undefined ? end : first * stretchSeconds + cut;
  const own = energies.subarray(first, Math.ceil(to / stretchSeconds));
  return { start, end: to, isSilent: !own.some((energy) => energy > silence) };
}

export async function wavOf(pcm: string, { start, end }: Piece): Promise<Blob> {
  const [from, to] = [start, end].map((seconds) => Math.floor(seconds * sampleRate) * 2) as [number, number];
  const file = await open(pcm);
  try {
    const samples = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(samples, 0, samples.length, from);
    const wav = [wavHeader(bytesRead, sampleRate), samples.subarray(0, bytesRead)];
    return new Blob(wav, { type: 'audio/wav' });
  } finally {
    await file.close();
  }
}

/** Of 16 kHz mono. */
export const secondsIn = (bytes: number): number => Math.floor(bytes / bytesPerSecond);
