// Cuts a file of samples at quiet moments into WAV files that a service takes.
import { open } from 'node:fs/promises';
import { levelsOf } from './levels.ts';
import { quietCuts } from './quiet-cuts.ts';
import { wavHeader } from './wav.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';

export interface Piece {
  /** Seconds. */
  start: number;
  end: number;
}

/** Quieter than anything that is said: -60 dB. */
const silence = 33 ** 2;

/** None where there is no sound. */
export async function cutPieces(pcm: string, durationSeconds: number, longestSeconds: number): Promise<Piece[]> {
  const levels = await levelsOf(pcm);
  const edges = [0, ...quietCuts(levels, longestSeconds), durationSeconds];
  const isHeard = ({ start, end }: Piece) =>
    levels.energies
      .subarray(Math.floor(start / levels.stretchSeconds), Math.ceil(end / levels.stretchSeconds))
      .some((energy) => energy > silence);
  return edges
    .slice(1)
    .map((end, index) => ({ start: edges[index]!, end }))
    .filter(isHeard);
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
