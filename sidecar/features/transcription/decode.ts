// A recording as samples: by Debian's FFmpeg where it is there, else WAV and MP3 by the program itself; both bounded.
import { open, stat } from 'node:fs/promises';
import { clockTime } from '#domain/transcripts/clock.ts';
import { type MediaKind, mediaKind, sniffedBytes } from './media-kind.ts';
import { undecodable, type Decoder, tooSlow } from './decoder.ts';
import { bytesPerSecond } from './engine-messages.ts';
import { decodeWithFfmpeg } from './decode-ffmpeg.ts';
import { refuseLonger } from './length-limit.ts';
import { unfit } from './problem.ts';
import { wavSeconds } from './wav.ts';
import { cutShortCode } from './mp3-frames.ts';
import { runProgram } from './run-program.ts';

const headerBytes = 27;
/** A page has at most 65,307 bytes. */
const lookedAt = 2 * 65_307;
const endOfStream = 4;

/** Bytes of the page that begins at `at`, or undefined if its header is cut off. */
function readPageLength(bytes: Buffer, at: number): number | undefined {
  const segments = bytes[at + headerBytes - 1];
  if (segments === undefined || at + headerBytes + segments > bytes.length) return undefined;
  const table = bytes.subarray(at + headerBytes, at + headerBytes + segments);
  return headerBytes + segments + table.reduce((sum, length) => sum + length, 0);
}

async function isOggCutShort(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, lookedAt));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const at = bytes.lastIndexOf('OggS');
    if (at < 0) return true;
    const length = readPageLength(bytes, at);
    return length === undefined || at + length > bytes.length || (bytes[at + 5]! & endOfStream) === 0;
  } finally {
    await handle.close();
  }
}

const decodeTimeMs = 30 * 60_000;
const decodeProgram = new URL('./decode-process.ts', import.meta.url);

/** Decodes without FFmpeg, in a process that may read the program and the recording and write one file. */
const decodeAlone: Decoder = async ({ from, to, kind, maxSeconds, stop }) => {
  if (kind && !kind.codec)
    throw unfit(`${kind.name} needs FFmpeg, which is not installed here. Offer the recording as MP3 or WAV.`);
  const out = await open(to, 'w', 0o600);
  try {
    const task = [kind?.codec ?? 'mp3', String(maxSeconds + 1)];
    const { code, late } = await runProgram(decodeProgram, from, task, out.fd, { timeMs: decodeTimeMs, stop });
    if (late) throw tooSlow(decodeTimeMs);
    if (code !== 0 && (await out.stat()).size === 0) throw undecodable(kind);
    const isCutShort = code === cutShortCode;
    const warnings = code === 0 || isCutShort ? [] : ['The decoder broke off before the end.'];
    return { containerSeconds: undefined, warnings, isCutShort };
  } finally {
    await out.close();
  }
};

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
