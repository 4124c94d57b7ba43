// The sidecar's warm builder. Reads one command per line from its standard input, `ready` or `build`, and ends when that ends.
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

/** One stream for everything, so that all messages come before the closing line. */
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

/** Preparation only saves time: if it fails, the next build does the work itself. */
const reportWarmUpFailure = (error: Error): void =>
  printError(io, showControlsInLine(`Build: not prepared: ${error.message}`));

const reportNotifyFailure = (error: Error): void =>
  printError(io, showControlsInLine(`Build: nobody was told: ${error.message}`));

const notify = createNotifier((outcome) => publishAndAnnounce(io, outcome));
let notifying = Promise.resolve();

/** Does what follows a release. */
async function afterRelease(builder: RoomBuilder, outcome: BuildOutcome): Promise<void> {
  await finishBuild(io, builder);
  notifying = notify(outcome).catch(reportNotifyFailure);
}

/** Makes a release with what was left for later. */
async function buildRemaining(builder: RoomBuilder): Promise<void> {
  const next = (await builder.encodeRemaining()) && (await runBuild(io, builder));
  if (next) await afterRelease(builder, next);
}

/** Runs in the background: the next build waits neither for pictures nor for a CDN. */
let background = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  // The example gives way to the creator's own content.
  if (contentDir(io.env) !== room.content) room = openRoom(contentDir(io.env));
  const { builder } = room;
  if (line === 'ready') {
    await builder.warmUp().catch(reportWarmUpFailure);
    continue;
  }
  const outcome = await runBuild(io, builder);
  process.stdout.write(formatBuildEnd(outcome !== undefined));
  if (outcome) {
    await afterRelease(builder, outcome);
    background = background.then(() => buildRemaining(builder));
  }
}
await background;
await notifying;
process.exit(0);
