// What FFprobe says of a recording: its kind, its length and its channels.
import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Bounds, runBounded } from './run-bounded.ts';

export interface Probed {
  /** Of the first audio stream. */
  channels: number;
  /** Undefined where the file does not say. */
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

/** Undefined where it cannot be asked; `input` are the arguments that FFmpeg gets, too. */
export async function probe(
  ffmpeg: string,
  input: string[],
  report: string,
  bounds: Bounds,
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
