// Runs the sidecar's builder process. Reads one command per line from standard input, `ready` or `build`, and exits
// when the input ends.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { showControlsInLine } from '#domain/text/invisible.ts';
import { formatBuildEnd } from '../../sidecar/jobs/build-end.ts';
import { type Io, printError } from '../io.ts';
import { hasStaticSearch } from '../publish/publish.ts';
import { contentDir, settings } from '../settings.ts';
import { finishBuild, publishAndAnnounce, runBuild } from './build.ts';
import { priceOptions } from './live-prices.ts';
import { type BuildOutcome, type RoomBuilder, roomBuilder } from './room-builder.ts';
import { createNotifier } from './notifier.ts';

/** One stream carries everything, so that all messages precede the closing line. */
const io: Io = { env: process.env, folder: process.cwd(), stdout: process.stdout, stderr: process.stdout };

function openRoom(content: string) {
  const room = settings(io.env);
  return {
    content,
    builder: roomBuilder(io, content, room, {
      ...priceOptions(io, room),
      savesChanges: room.fleet !== undefined,
      hasStaticSearch: hasStaticSearch(room.publish),
      encodesLater: true,
    }),
  };
}
let room = openRoom(contentDir(io.env));

/** Reports a failed warm-up. It only saves time: the next build does the work itself. */
const reportWarmUpFailure = (error: Error): void =>
  printError(io, showControlsInLine(`Build: warming up failed: ${error.message}`));

const reportNotifyFailure = (error: Error): void =>
  printError(io, showControlsInLine(`Build: announcing the release failed: ${error.message}`));

const notify = createNotifier((outcome) => publishAndAnnounce(io, outcome));
let notifying = Promise.resolve();

/** Does the work that follows a release. */
async function finishRelease(builder: RoomBuilder, outcome: BuildOutcome): Promise<void> {
  await finishBuild(io, builder);
  notifying = notify(outcome).catch(reportNotifyFailure);
}

/** Makes a release with the pictures that were postponed. */
async function buildRemaining(builder: RoomBuilder): Promise<void> {
  const next = (await builder.encodeRemaining()) && (await runBuild(io, builder));
  if (next) await finishRelease(builder, next);
}

/** Work in the background, so that the next build waits neither for pictures nor for a CDN. */
let background = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  // The creator's own content replaces the example.
  if (contentDir(io.env) !== room.content) room = openRoom(contentDir(io.env));
  const { builder } = room;
  if (line === 'ready') {
    await builder.warmUp().catch(reportWarmUpFailure);
    continue;
  }
  const outcome = await runBuild(io, builder);
  process.stdout.write(formatBuildEnd(outcome !== undefined));
  if (outcome) {
    await finishRelease(builder, outcome);
    background = background.then(() => buildRemaining(builder));
  }
}
await background;
await notifying;
process.exit(0);
