// Decoding by FFmpeg. It sees one local file and may use one demuxer: no play list, no other address, no other file.
import { open } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type Decoder, undecodable } from './decoder.ts';
import { bytesPerSecond, sampleRate } from './engine-messages.ts';
import { broken } from './problem.ts';
import { runBounded } from './run-bounded.ts';

/** Three hours take about one minute on one thread. */
const timeMs = 10 * 60_000;
const kibibytes = 2 * 1024 * 1024;
const largestBlock = 256 * 1024 * 1024;

/** FFmpeg on the PATH. */
export const findFfmpeg = (path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'))
    .find((file) => existsSync(file));

const argumentsFor = (from: string, demuxer: string, seconds: number): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-max_alloc', String(largestBlock)],
  ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer, '-i', `file:${from}`],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(seconds)],
  ...['-fs', String(seconds * bytesPerSecond), '-ac', '1', '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'],
];

/** A truncated file gives what can be decoded of it. */
export const decodeWithFfmpeg =
  (ffmpeg: string): Decoder =>
  async ({ from, to, kind, maxSeconds, stop }) => {
    const out = await open(to, 'w', 0o600);
    try {
      // One second more shows that there is more.
      const command = [ffmpeg, ...argumentsFor(from, kind.demuxer, maxSeconds + 1)];
      const { code, late } = await runBounded(command, out.fd, { timeMs, kibibytes, stop });
      if (late) throw broken(`Reading the recording took longer than ${timeMs / 60_000} minutes.`, 'time');
      if (code !== 0 && (await out.stat()).size === 0) throw undecodable(kind);
    } finally {
      await out.close();
    }
  };
