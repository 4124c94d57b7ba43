// Cuts a file of samples at pauses into WAV files for a transcription service.
import { open } from 'node:fs/promises';
import { type SoundLevels, findQuietCuts } from './quiet-cuts.ts';
import { wavHeader } from './wav.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';

export interface AudioChunk {
  /** Start and end in seconds. */
  start: number;
  end: number;
}

/** Energy below which nothing is speech: -60 dB. */
const silence = 33 ** 2;

/** Up to this length the last two thirds of a chunk are searched for a pause, above it the last tenth. */
const shortSeconds = 60;

/** Returns the chunk from `start` to the next pause, or to the end. */
export function nextChunk(
  { energies, stretchSeconds }: SoundLevels,
  start: number,
  end: number,
  longestSeconds: number,
): AudioChunk & { isSilent: boolean } {
  const first = Math.floor(start / stretchSeconds);
  const rest = { energies: energies.subarray(first), stretchSeconds };
  const [cut] = findQuietCuts(rest, longestSeconds, longestSeconds > shortSeconds ? 0.1 : 2 / 3);
  const to = cut === undefined ? end : first * stretchSeconds + cut;
  const own = energies.subarray(first, Math.ceil(to / stretchSeconds));
  return { start, end: to, isSilent: !own.some((energy) => energy > silence) };
}

export async function readChunkAsWav(pcm: string, { start, end }: AudioChunk): Promise<Blob> {
  const from = Math.floor(start * sampleRate) * 2;
  const to = Math.floor(end * sampleRate) * 2;
  await using file = await open(pcm);
  const samples = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(samples, 0, samples.length, from);
  const wav = [wavHeader(bytesRead, sampleRate), samples.subarray(0, bytesRead)];
  return new Blob(wav, { type: 'audio/wav' });
}

/** Whole seconds of 16 kHz mono sound in a number of bytes. */
export const secondsInBytes = (bytes: number): number => Math.floor(bytes / bytesPerSecond);
