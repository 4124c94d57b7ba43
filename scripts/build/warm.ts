// The sidecar's warm builder. Reads one command per line from its standard input, `ready` or `build`, and ends when that ends.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { showControlsInLine } from '#domain/text/invisible.ts';
import { formatBuildEnd } from '../../sidecar/jobs/build-end.ts';
import { type Io, printError } from '../io.ts';
import { hasStaticSearch } from '../publish/publish.ts';
import { contentDir, settings } from '../settings.ts';
import { finishBuild, spread, tellBuild } from './build.ts';
import { pricesOf } from './live-prices.ts';
import { type BuildOutcome, type RoomBuilder, roomBuilder } from './room-builder.ts';
import { teller } from './telling.ts';

/** One stream for everything, so that all messages come before the closing line. */
const io: Io = { env: process.env, folder: process.cwd(), stdout: process.stdout, stderr: process.stdout };

function open(content: string) {
  const room = settings(io.env);
  return {
    content,
    builder: roomBuilder(io, content, room, {
      ...pricesOf(io, room),
      savesChanges: room.fleet !== undefined,
      hasStaticSearch: hasStaticSearch(room.publish),
      restLater: true,
    }),
  };
}
let room = open(contentDir(io.env));

/** Preparation only saves time: if it fails, the next build does the work itself. */
const notPrepared = (error: Error): void => printError(io, showControlsInLine(`Build: not prepared: ${error.message}`));

const notTold = (error: Error): void => printError(io, showControlsInLine(`Build: nobody was told: ${error.message}`));

const tell = teller((outcome) => spread(io, outcome));
let telling = Promise.resolve();

/** Does what follows a release. */
async function settle(builder: RoomBuilder, outcome: BuildOutcome): Promise<void> {
  await finishBuild(io, builder);
  telling = tell(outcome).catch(notTold);
}

/** Makes a release with what was left for later. */
async function finishLater(builder: RoomBuilder): Promise<void> {
  const next = (await builder.makeRest()) && (await tellBuild(io, builder));
  if (next) await settle(builder, next);
}

/** Runs in the background: the next build waits neither for pictures nor for a CDN. */
let later = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  // The example gives way to the creator's own content.
  if (contentDir(io.env) !== room.content) room = open(contentDir(io.env));
  const { builder } = room;
  if (line === 'ready') {
    await builder.getReady().catch(notPrepared);
    continue;
  }
  const outcome = await tellBuild(io, builder);
  process.stdout.write(formatBuildEnd(outcome !== undefined));
  if (outcome) {
    await settle(builder, outcome);
    later = later.then(() => finishLater(builder));
  }
}
await later;
await telling;
process.exit(0);
