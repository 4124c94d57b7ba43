// A recording as samples: by Debian's FFmpeg where it is there, else WAV and MP3 by the program itself; both bounded.
import { open, stat } from 'node:fs/promises';
import { type MediaKind, mediaKind, sniffedBytes } from './media-kind.ts';
import { undecodable } from './decoder.ts';
import { bytesPerSecond } from './engine-messages.ts';
import { decodeWithFfmpeg } from './decode-ffmpeg.ts';
import { decodeAlone } from './decode-alone.ts';
import { unfit } from './problem.ts';

async function kindOf(file: string): Promise<MediaKind> {
  const handle = await open(file);
  try {
    const first = Buffer.alloc(sniffedBytes);
    const { bytesRead } = await handle.read(first, 0, sniffedBytes, 0);
    const kind = mediaKind(first.subarray(0, bytesRead));
    if (typeof kind === 'string') throw unfit(kind);
    return kind;
  } finally {
    await handle.close();
  }
}

export interface Decoding {
  /** Path of FFmpeg; undefined where there is none. */
  ffmpeg: string | undefined;
  maxSeconds: number;
}

/** Gives the length in seconds. */
export async function decode(
  from: string,
  to: string,
  { ffmpeg, maxSeconds }: Decoding,
  stop: AbortSignal,
): Promise<number> {
  const kind = await kindOf(from);
  const task = { from, to, kind, maxSeconds, stop };
  await (ffmpeg ? decodeWithFfmpeg(ffmpeg) : decodeAlone)(task);
  const seconds = (await stat(to)).size / bytesPerSecond;
  if (seconds === 0) throw undecodable(kind);
  if (seconds > maxSeconds) {
    const minutes = Math.floor(maxSeconds / 60);
    throw unfit(`The recording is longer than ${minutes} minutes.`, { field: 'sourceUrl', maximumMinutes: minutes });
  }
  return seconds;
}
