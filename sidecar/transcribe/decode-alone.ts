// Decoding without FFmpeg: in a process of its own, which may read the program and the recording and write one file.
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { type Decoder, undecodable } from './decoder.ts';
import { broken, unfit } from './problem.ts';
import { runBounded } from './run-bounded.ts';

const timeMs = 30 * 60_000;
const heapMib = 1024;
const entry = fileURLToPath(new URL('./decode-process.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

export const decodeAlone: Decoder = async ({ from, to, kind, maxSeconds, stop }) => {
  if (!kind.codec)
    throw unfit(`${kind.name} needs FFmpeg, which is not installed here. Offer the recording as MP3 or WAV.`);
  const out = await open(to, 'w', 0o600);
  try {
    const may = ['--permission', `--allow-fs-read=${root}*`, `--allow-fs-read=${from}`];
    const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'];
    const command = [process.execPath, ...may, ...quiet, `--max-old-space-size=${heapMib}`, entry];
    const task = [from, kind.codec, String(maxSeconds + 1)];
    const { code, late } = await runBounded([...command, ...task], out.fd, { timeMs, stop });
    if (late) throw broken(`Reading the recording took longer than ${timeMs / 60_000} minutes.`, 'time');
    if (code !== 0 && (await out.stat()).size === 0) throw undecodable(kind);
  } finally {
    await out.close();
  }
};
