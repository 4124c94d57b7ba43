// Decodes with FFmpeg, which may read one local file; demuxers that open other files, such as playlists, are disabled.
import { open, rm, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter, join, dirname } from 'node:path';
import process from 'node:process';
import { type Decoder, decodeTimeoutError, undecodableError } from './decoder.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';
import { runBounded, type ProcessLimits } from './run-bounded.ts';
import { runSandboxed } from './run-sandboxed.ts';

interface Probed {
  /** Number of channels of the first audio stream. */
  channels: number;
  /** Undefined if the file does not state its length. */
  seconds: number | undefined;
}

const beside = (ffmpeg: string): string =>
  join(dirname(ffmpeg), process.platform === 'win32' ? 'ffprobe.exe' : 'ffprobe');

interface Told {
  streams?: { channels?: number; duration?: string }[];
  format?: { duration?: string };
}

function probedOf(text: string): Probed {
  const { streams = [], format } = JSON.parse(text) as Told;
  const [first] = streams;
  const seconds = Number(first?.duration ?? format?.duration);
  return { channels: first?.channels ?? 2, seconds: seconds > 0 ? seconds : undefined };
}

/** Runs ffprobe with the input arguments of FFmpeg. Resolves to undefined if it is missing or fails. */
async function probe(
  ffmpeg: string,
  input: string[],
  report: string,
  bounds: ProcessLimits,
): Promise<Probed | undefined> {
  const program = beside(ffmpeg);
  if (!existsSync(program)) return undefined;
  const out = await open(report, 'w', 0o600);
  try {
    const asked = ['-v', 'error', '-select_streams', 'a:0', '-of', 'json'];
    const shown = ['-show_entries', 'format=duration:stream=channels,duration'];
    const { code } = await runBounded([program, ...asked, ...shown, ...input], out.fd, bounds);
    return code === 0 ? probedOf(await readFile(report, 'utf8')) : undefined;
  } finally {
    await out.close();
    await rm(report, { force: true });
  }
}

/** Three hours take about one minute on one thread. */
const timeMs = 10 * 60_000;
const kibibytes = 2 * 1024 * 1024;
const largestBlock = 256 * 1024 * 1024;
const mixer = new URL('./mix-process.ts', import.meta.url);

/** Demuxers of one file with sound in it; none of them reads another file. */
const demuxers =
  'aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dsf,dts,dtshd,eac3,flac,flv,loas,matroska,mov,mp3,mpc,mpc8,mpeg,mpegts,' +
  'mxf,nut,ogg,oma,rm,sox,tak,truehd,tta,voc,w64,wav,wv,xwma';

/** Returns the path of FFmpeg, if it is on the PATH. */
export const findFfmpeg = (path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'))
    .find((file) => existsSync(file));

const inputOf = (from: string): string[] => [
  ...['-max_alloc', String(largestBlock), '-protocol_whitelist', 'file', '-format_whitelist', demuxers],
  ...['-i', `file:${from}`],
];

/** Fills gaps of missing packets with silence, so that times stay right. */
const keepsTime = ['-af', 'aresample=async=1:first_pts=0'];

const argumentsFor = (from: string, seconds: number, channels: number): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', ...inputOf(from)],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(seconds), ...keepsTime],
  ...['-fs', String(seconds * bytesPerSecond * channels)],
  ...['-ac', String(channels), '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'],
];

const damaged = 'The decoder found errors in the recording: some of it may be missing.';

/** Decodes as much as possible of a truncated file. */
export const decodeWithFfmpeg =
  (ffmpeg: string): Decoder =>
  async ({ from, to, kind, maxSeconds, stop }) => {
    const bounds = { timeMs, kibibytes, stop };
    const probed = await probe(ffmpeg, inputOf(from), `${to}.probe`, bounds);
    const channels = probed?.channels === 1 ? 1 : 2;
    const decoded = channels === 1 ? to : `${to}.stereo`;
    const out = await open(decoded, 'w', 0o600);
    try {
      // One extra second reveals that the recording is too long.
      const command = [ffmpeg, ...argumentsFor(from, maxSeconds + 1, channels)];
      const { code, late, said } = await runBounded(command, out.fd, bounds);
      if (late) throw decodeTimeoutError(timeMs);
      if (code !== 0 && (await out.stat()).size === 0) throw undecodableError(kind);
      if (channels === 2) await mix(decoded, to, stop);
      return { containerSeconds: probed?.seconds, warnings: code === 0 && said.trim() === '' ? [] : [damaged] };
    } finally {
      await out.close();
      if (channels === 2) await rm(decoded, { force: true });
    }
  };

async function mix(from: string, to: string, stop: AbortSignal): Promise<void> {
  const out = await open(to, 'w', 0o600);
  try {
    const { code, late, said } = await runSandboxed(mixer, from, [], out.fd, { timeMs, stop });
    if (late) throw decodeTimeoutError(timeMs);
    if (code !== 0) throw new Error(`Mixing the channels failed: ${said}`);
  } finally {
    await out.close();
  }
}
