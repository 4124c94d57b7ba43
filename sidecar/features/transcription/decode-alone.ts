// Decoding without FFmpeg: in a process of its own, which may read the program and the recording and write one file.
import { open } from 'node:fs/promises';
import { type Decoder, tooSlow, undecodable } from './decoder.ts';
import { cutShortCode } from './mp3-frames.ts';
import { unfit } from './problem.ts';
import { runProgram } from './run-program.ts';

const timeMs = 30 * 60_000;
const entry = new URL('./decode-process.ts', import.meta.url);

export const decodeAlone: Decoder = async ({ from, to, kind, maxSeconds, stop }) => {
  if (kind && !kind.codec)
    throw unfit(`${kind.name} needs FFmpeg, which is not installed here. Offer the recording as MP3 or WAV.`);
  const out = await open(to, 'w', 0o600);
  try {
    const task = [kind?.codec ?? 'mp3', String(maxSeconds + 1)];
    const { code, late } = await runProgram(entry, from, task, out.fd, { timeMs, stop });
    if (late) throw tooSlow(timeMs);
    if (code !== 0 && (await out.stat()).size === 0) throw undecodable(kind);
    const isCutShort = code === cutShortCode;
    const warnings = code === 0 || isCutShort ? [] : ['The decoder broke off before the end.'];
    return { containerSeconds: undefined, warnings, isCutShort };
  } finally {
    await out.close();
  }
};
