// The sidecar's warm builder. Reads one command per line from its standard input, `ready` or `build`, and ends when that ends.
import { totalmem } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { lineWithSigns } from '#domain/text/unseen.ts';
import { warmEnd } from '../../sidecar/jobs/warm-end.ts';
import { collector } from '../../sidecar/release/garbage.ts';
import { type Io, printError } from '../io.ts';
import { contentDir, settings } from '../settings.ts';
import { finishBuild, spread, tellBuild } from './build.ts';
import { pricesOf } from './live-prices.ts';
import { type RoomBuilder, roomBuilder } from './room-builder.ts';
import { type BuildOutcome, teller } from './telling.ts';

const machineBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
/** A process that has grown larger than this ends, and the next one starts from the files. 100,000 items take 3 GB. */
const mostBytes = Math.max(1500 * 1024 ** 2, machineBytes / 2);

/** One stream for everything, so that all messages come before the closing line. */
const io: Io = { env: process.env, folder: process.cwd(), stdout: process.stdout, stderr: process.stdout };

const collect = collector();
/** As a part of what is in use. V8 would collect during a build, which takes a second or two in a large room. */
const mostGarbage = 0.3;
const idleMs = 3000;
let usedBytes = 0;

async function collectGarbage(): Promise<void> {
  if (process.memoryUsage().heapUsed < (1 + mostGarbage) * usedBytes) return;
  await collect({ type: 'major', execution: 'async', flavor: 'regular' });
  usedBytes = process.memoryUsage().heapUsed;
}

let idle: NodeJS.Timeout | undefined;
function collectWhenIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => void collectGarbage(), idleMs);
}

function open(content: string) {
  const room = settings(io.env);
  return {
    content,
    builder: roomBuilder(io, content, room, { ...pricesOf(io, room), restLater: true }),
  };
}
let room = open(contentDir(io.env));

/** Preparation only saves time: if it fails, the next build does the work itself. */
const notPrepared = (error: Error): void => printError(io, lineWithSigns(`Build: not prepared: ${error.message}`));

const notTold = (error: Error): void => printError(io, lineWithSigns(`Build: nobody was told: ${error.message}`));

const tell = teller((outcome) => spread(io, outcome));
let telling = Promise.resolve();

/** What follows a release, so that others hear of it and the next one is quick. */
async function settle(builder: RoomBuilder, outcome: BuildOutcome): Promise<void> {
  await finishBuild(io, builder);
  telling = tell(outcome).catch(notTold);
  await builder.prepare().catch(notPrepared);
}

/** Makes a release with what was left for later. */
async function finishLater(builder: RoomBuilder): Promise<void> {
  const next = (await builder.makeRest()) && (await tellBuild(io, builder));
  if (next) await settle(builder, next);
}

/** Runs in the background: the next build waits neither for pictures and search bundles nor for a CDN. */
let later = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  // The example gives way to the creator's own content.
  if (contentDir(io.env) !== room.content) room = open(contentDir(io.env));
  const { builder } = room;
  clearTimeout(idle);
  if (line === 'ready') {
    await builder.getReady().catch(notPrepared);
    // Of what reading the room takes, most is garbage. Later on, whoever opens the inbox may decide in a moment.
    if (usedBytes === 0) await collectGarbage();
    else collectWhenIdle();
    continue;
  }
  const outcome = await tellBuild(io, builder);
  process.stdout.write(warmEnd(outcome !== undefined));
  if (outcome) {
    await settle(builder, outcome);
    later = later.then(() => finishLater(builder)).then(collectWhenIdle);
  }
  if (process.memoryUsage.rss() > mostBytes) break;
}
await later;
await telling;
process.exit(0);
