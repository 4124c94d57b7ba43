// Decodes recordings to samples: with FFmpeg if it is installed, otherwise WAV and MP3 with bundled decoders.
import { open, stat } from 'node:fs/promises';
import { clockTime } from '#domain/transcripts/clock.ts';
import { type MediaKind, detectMediaKind, sniffedBytes } from './media-kind.ts';
import { undecodableError, type Decoder, decodeTimeoutError } from './decoder.ts';
import { bytesPerSecond } from './engine-messages.ts';
import { decodeWithFfmpeg } from './decode-ffmpeg.ts';
import { assertLength, unsuitableError } from './errors.ts';
import { wavSeconds } from './wav.ts';
import { cutShortCode } from './mp3-frames.ts';
import { runSandboxed } from './run-bounded.ts';

const headerBytes = 27;
/** Bytes at the end of an Ogg file that hold its last page; a page has at most 65,307. */
const oggTailBytes = 2 * 65_307;
const endOfStream = 4;

/** Bytes of the page that begins at `at`, or undefined if its header is cut off. */
function readPageLength(bytes: Buffer, at: number): number | undefined {
  const segments = bytes[at + headerBytes - 1];
  if (segments === undefined || at + headerBytes + segments > bytes.length) return undefined;
  const table = bytes.subarray(at + headerBytes, at + headerBytes + segments);
  return headerBytes + segments + table.reduce((sum, length) => sum + length, 0);
}

async function isOggCutShort(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(Math.min(size, oggTailBytes));
  await handle.read(bytes, 0, bytes.length, size - bytes.length);
  const at = bytes.lastIndexOf('OggS');
  if (at < 0) return true;
  const length = readPageLength(bytes, at);
  return length === undefined || at + length > bytes.length || (bytes[at + 5]! & endOfStream) === 0;
}

const decodeTimeMs = 30 * 60_000;
const decodeProgram = new URL('./decode-process.ts', import.meta.url);

/** Decodes without FFmpeg, in a process that may read the program and the recording and write one file. */
const decodeWithoutFfmpeg: Decoder = async ({ from, to, kind, maxSeconds, stop }) => {
  if (kind && !kind.codec)
    throw unsuitableError(
      `${kind.name} files need FFmpeg, which is not installed. Provide the recording as MP3 or WAV.`,
    );
  await using out = await open(to, 'w', 0o600);
  const task = [kind?.codec ?? 'mp3', String(maxSeconds + 1)];
  const { code, isTimeout } = await runSandboxed(decodeProgram, from, task, out.fd, { timeMs: decodeTimeMs, stop });
  if (isTimeout) throw decodeTimeoutError(decodeTimeMs);
  if (code !== 0 && (await out.stat()).size === 0) throw undecodableError(kind);
  const isCutShort = code === cutShortCode;
  const warnings = code === 0 || isCutShort ? [] : ['The decoder stopped before the end of the recording.'];
  return { containerSeconds: undefined, warnings, isCutShort };
};

async function readFirstBytes(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const first = Buffer.alloc(sniffedBytes);
  const { bytesRead } = await handle.read(first, 0, sniffedBytes, 0);
  return first.subarray(0, bytesRead);
}

function assertMediaKind(first: Buffer): MediaKind | undefined {
  const kind = detectMediaKind(first);
  if (typeof kind === 'string') throw unsuitableError(kind);
  return kind;
}

export interface DecodeOptions {
  /** Path of FFmpeg, if it is installed. */
  ffmpeg: string | undefined;
  maxSeconds: number;
}

export interface DecodedAudio {
  seconds: number;
  /** Defects of the file; empty if it is complete. */
  warnings: string[];
}

/** Containers round durations, and encoders add some silence. */
const isShorter = (seconds: number, wanted: number): boolean => wanted - seconds > Math.max(1, wanted * 0.02);

const truncatedWarning = (seconds: number, wanted: number): string =>
  `The recording is damaged or incomplete: only ${clockTime(seconds)} of ${clockTime(wanted)} can be read.`;

const missingEndWarning = (seconds: number): string =>
  `The recording is damaged or incomplete: its end is missing, and only ${clockTime(seconds)} can be read.`;

function lengthWarnings(seconds: number, declaredSeconds: number, isEndMissing: boolean): string[] {
  if (isShorter(seconds, declaredSeconds)) return [truncatedWarning(seconds, declaredSeconds)];
  return isEndMissing ? [missingEndWarning(seconds)] : [];
}

export async function decode(
  from: string,
  to: string,
  { ffmpeg, maxSeconds }: DecodeOptions,
  stop: AbortSignal,
): Promise<DecodedAudio> {
  const first = await readFirstBytes(from);
  const kind = assertMediaKind(first);
  const task = { from, to, kind, maxSeconds, stop };
  const {
    containerSeconds = 0,
    warnings,
    isCutShort,
  } = await (ffmpeg ? decodeWithFfmpeg(ffmpeg) : decodeWithoutFfmpeg)(task);
  const seconds = (await stat(to)).size / bytesPerSecond;
  if (seconds === 0) throw undecodableError(kind);
  // FFprobe derives the length of a WAV file from its size.
  const declaredSeconds = Math.max(containerSeconds, (kind?.codec === 'wav' && wavSeconds(first)) || 0);
  assertLength(seconds, maxSeconds, Math.max(seconds, declaredSeconds));
  const isEndMissing = isCutShort || (kind?.name === 'Ogg' && (await isOggCutShort(from)));
  return { seconds, warnings: [...lengthWarnings(seconds, declaredSeconds, isEndMissing), ...warnings] };
}
