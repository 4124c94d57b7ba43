// The builder that a sidecar keeps: it builds for each line on its input, and ends with its input.
import { Console } from 'node:console';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { warmEnd } from '../../sidecar/builds/warm-end.ts';
import { contentDir, settings } from '../settings.ts';
import { finishBuild, spread, tellBuild } from './build.ts';
import { roomBuilder } from './room-builder.ts';

/** A process that has grown so far ends, and the next one starts from the files. */
const mostBytes = 1500 * 1024 ** 2;

// One output, so that what is said comes before the line that says that it is all.
globalThis.console = new Console(process.stdout);

const builder = roomBuilder(contentDir(), settings());
/** The next build does not wait for the way to a CDN. */
let spreading = Promise.resolve();
for await (const _ of createInterface({ input: process.stdin })) {
  const outcome = await tellBuild(builder);
  process.stdout.write(warmEnd(outcome !== undefined));
  if (outcome) {
    await finishBuild(builder);
    spreading = spreading.then(() => spread(outcome));
  }
  if (process.memoryUsage.rss() > mostBytes) break;
}
await spreading;
process.exit(0);
