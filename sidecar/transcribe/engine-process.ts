// The engine process: hears a file of samples block by block, on one thread.
import { type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';
import { bytesPerSecond, type EngineMessage, type HearRequest, sampleRate } from './engine-messages.ts';
import { loadEngine } from './engine-load.ts';
import { levelsOf } from './levels.ts';
import { type Ear, listen } from './listen.ts';
import { soundsForeign } from './language-check.ts';
import { dropsOf, type Levels, quietCuts } from './quiet-cuts.ts';

const say = (message: EngineMessage): void => void process.send?.(message);

/** A block ends at a quiet moment of its last third. */
const blockSeconds = 30;
const lookedThrough = 1 / 3;

async function samplesOf(file: FileHandle, start: number, end: number): Promise<Float32Array> {
  const [from, to] = [start, end].map((seconds) => Math.round(seconds * sampleRate) * 2) as [number, number];
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytesRead >> 1);
  return Float32Array.from(whole, (value) => value / 32768);
}

/** Ends of the blocks, the same whenever they are asked for. */
function edgesOf(levels: Levels, end: number): number[] {
  const all = [...dropsOf(levels), ...quietCuts(levels, blockSeconds, lookedThrough)].sort((one, other) => one - other);
  return [...all.filter((edge, index) => edge - (all[index - 1] ?? 0) > 1 && end - edge > 1), end];
}

async function hear(ear: Ear, { pcm, before }: HearRequest): Promise<void> {
  const file = await open(pcm);
  try {
    const end = (await file.stat()).size / bytesPerSecond;
    const levels = await levelsOf(pcm);
    if (!before && (await soundsForeign(ear, levels, (start, to) => samplesOf(file, start, to))))
      return say({ type: 'foreign' });
    const from = before?.until ?? 0;
    const edges = edgesOf(levels, end).filter((edge) => edge > from + 0.01);
    for (const [index, edge] of edges.entries()) {
      const start = edges[index - 1] ?? from;
      const part = listen(ear, await samplesOf(file, start, edge), start);
      say({ type: 'part', part: { ...part, until: edge }, share: edge / end });
    }
    say({ type: 'done' });
  } finally {
    await file.close();
  }
}

let ear: Promise<Ear> | undefined;

process.on('message', (request: HearRequest) => {
  ear ??= loadEngine(request.files);
  ear
    .then((loaded) => {
      say({ type: 'ready' });
      return hear(loaded, request);
    })
    .catch((error: Error) => say({ type: 'failed', message: error.message }));
});
process.on('disconnect', () => process.exit(0));
