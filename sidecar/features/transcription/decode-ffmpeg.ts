// Decodes with FFmpeg, which may read one local file; demuxers that open other files, such as playlists, are disabled.
import { open, rm, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter, join, dirname } from 'node:path';
import process from 'node:process';
import { type Decoder, decodeTimeoutError, undecodableError } from './decoder.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';
import { runBounded, type ProcessLimits, type ProcessResult, runSandboxed } from './run-bounded.ts';

interface ProbedRecording {
  /** Number of channels of the first audio stream. */
  channels: number;
  /** Undefined if the file does not state its length. */
  seconds: number | undefined;
}

const ffprobePath = (ffmpeg: string): string =>
  join(dirname(ffmpeg), process.platform === 'win32' ? 'ffprobe.exe' : 'ffprobe');

interface ProbeOutput {
  streams?: { channels?: number; duration?: string }[];
  format?: { duration?: string };
}

function parseProbeOutput(text: string): ProbedRecording {
  const { streams = [], format } = JSON.parse(text) as ProbeOutput;
  const [first] = streams;
  const seconds = Number(first?.duration ?? format?.duration);
  return { channels: first?.channels ?? 2, seconds: seconds > 0 ? seconds : undefined };
}

/** Runs ffprobe with the input arguments of FFmpeg. Resolves to undefined if it is missing or fails. */
async function probe(
  ffmpeg: string,
  input: string[],
  report: string,
  limits: ProcessLimits,
): Promise<ProbedRecording | undefined> {
  const program = ffprobePath(ffmpeg);
  if (!existsSync(program)) return undefined;
  try {
    await using out = await open(report, 'w', 0o600);
    const options = ['-v', 'error', '-select_streams', 'a:0', '-of', 'json'];
    const entries = ['-show_entries', 'format=duration:stream=channels,duration'];
    const { code } = await runBounded([program, ...options, ...entries, ...input], out.fd, limits);
    return code === 0 ? parseProbeOutput(await readFile(report, 'utf8')) : undefined;
  } finally {
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
  'aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dsf,dts,dtshd,eac3,flac,flv,loas,matroska,mov,mp3,mpc,mpc8,' +
  'mpeg,mpegts,mxf,nut,ogg,oma,rm,sox,tak,truehd,tta,voc,w64,wav,wv,xwma';

/** Returns the path of FFmpeg, if it is on the PATH. */
export const findFfmpeg = (path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'))
    .find((file) => existsSync(file));

const inputArguments = (from: string): string[] => [
  ...['-max_alloc', String(largestBlock), '-protocol_whitelist', 'file', '-format_whitelist', demuxers],
  ...['-i', `file:${from}`],
];

/** Fills gaps of missing packets with silence, so that times stay right. */
const fillGaps = ['-af', 'aresample=async=1:first_pts=0'];

const argumentsFor = (from: string, seconds: number, channels: number): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', ...inputArguments(from)],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(seconds), ...fillGaps],
  ...['-fs', String(seconds * bytesPerSecond * channels)],
  ...['-ac', String(channels), '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'],
];

const damagedWarning = 'The decoder found errors in the recording. Parts of it may be missing.';

const errorWarnings = ({ code, stderr }: ProcessResult): string[] =>
  code === 0 && stderr.trim() === '' ? [] : [damagedWarning];

/** Decodes as much as possible of a truncated file. */
export const decodeWithFfmpeg =
  (ffmpeg: string): Decoder =>
  async ({ from, to, kind, maxSeconds, stop }) => {
    const limits = { timeMs, kibibytes, stop };
    const probed = await probe(ffmpeg, inputArguments(from), `${to}.probe`, limits);
    const channels = probed?.channels === 1 ? 1 : 2;
    const decoded = channels === 1 ? to : `${to}.stereo`;
    try {
      await using out = await open(decoded, 'w', 0o600);
      // One extra second reveals that the recording is too long.
      const command = [ffmpeg, ...argumentsFor(from, maxSeconds + 1, channels)];
      const result = await runBounded(command, out.fd, limits);
      if (result.isTimeout) throw decodeTimeoutError(timeMs);
      if (result.code !== 0 && (await out.stat()).size === 0) throw undecodableError(kind);
      if (channels === 2) await mix(decoded, to, stop);
      return { containerSeconds: probed?.seconds, warnings: errorWarnings(result) };
    } finally {
      if (channels === 2) await rm(decoded, { force: true });
    }
  };

async function mix(from: string, to: string, stop: AbortSignal): Promise<void> {
  await using out = await open(to, 'w', 0o600);
  const { code, isTimeout, stderr } = await runSandboxed(mixer, from, [], out.fd, { timeMs, stop });
  if (isTimeout) throw decodeTimeoutError(timeMs);
  if (code !== 0) throw new Error(`Mixing the channels failed: ${stderr}`);
}
