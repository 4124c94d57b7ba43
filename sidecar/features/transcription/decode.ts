// A recording as samples: by Debian's FFmpeg where it is there, else WAV and MP3 by the program itself; both bounded.
import { open, stat } from 'node:fs/promises';
import { clockTime } from '#domain/transcripts/clock.ts';
import { type MediaKind, mediaKind, sniffedBytes } from './media-kind.ts';
import { undecodable } from './decoder.ts';
import { bytesPerSecond } from './engine-messages.ts';
import { decodeWithFfmpeg } from './decode-ffmpeg.ts';
import { decodeAlone } from './decode-alone.ts';
import { refuseLonger } from './length-limit.ts';
import { isOggCutShort } from './ogg.ts';
import { unfit } from './problem.ts';
import { wavSeconds } from './wav.ts';

async function firstOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const first = Buffer.alloc(sniffedBytes);
    const { bytesRead } = await handle.read(first, 0, sniffedBytes, 0);
    return first.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function kindOf(first: Buffer): MediaKind | undefined {
  const kind = mediaKind(first);
  if (typeof kind === 'string') throw unfit(kind);
  return kind;
}

export interface Decoding {
  /** Path of FFmpeg; undefined where there is none. */
  ffmpeg: string | undefined;
  maxSeconds: number;
}

export interface Decoded {
  seconds: number;
  /** What is wrong with the file; empty where it is whole. */
  warnings: string[];
}

/** Containers round durations, and encoders add some silence. */
const isShorter = (seconds: number, wanted: number): boolean => wanted - seconds > Math.max(1, wanted * 0.02);

const cutShort = (seconds: number, wanted: number): string =>
  `The recording is damaged or cut short: of ${clockTime(wanted)} only ${clockTime(seconds)} can be read.`;

const withoutEnd = (seconds: number): string =>
  `The recording is damaged or cut short: its end is missing, and only ${clockTime(seconds)} can be read.`;

export async function decode(
  from: string,
  to: string,
  { ffmpeg, maxSeconds }: Decoding,
  stop: AbortSignal,
): Promise<Decoded> {
  const first = await firstOf(from);
  const kind = kindOf(first);
  const task = { from, to, kind, maxSeconds, stop };
  const { containerSeconds = 0, warnings, isCutShort } = await (ffmpeg ? decodeWithFfmpeg(ffmpeg) : decodeAlone)(task);
  const seconds = (await stat(to)).size / bytesPerSecond;
  if (seconds === 0) throw undecodable(kind);
  // FFprobe takes the length of a WAV file from its size.
  const declaredSeconds = Math.max(containerSeconds, (kind?.codec === 'wav' && wavSeconds(first)) || 0);
  refuseLonger(seconds, maxSeconds, Math.max(seconds, declaredSeconds));
  if (isShorter(seconds, declaredSeconds))
    return { seconds, warnings: [cutShort(seconds, declaredSeconds), ...warnings] };
  const isWithoutEnd = isCutShort || (kind?.name === 'Ogg' && (await isOggCutShort(from)));
  return { seconds, warnings: isWithoutEnd ? [withoutEnd(seconds), ...warnings] : warnings };
}
