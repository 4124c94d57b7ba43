// Builds the room from the content folder, prints the duration of each step, and publishes and announces the result.
import { showControlsInLine, showControls } from '#domain/text/invisible.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { liftDueEmbargoes } from '../../sidecar/content/lift-embargoes.ts';
import { resetReleaseOrder } from '../../sidecar/release/release-check.ts';
import { explainWriteError } from '../../sidecar/storage/write-errors.ts';
import { type Io, print, printError } from '../io.ts';
import { ContentError } from '../json-file.ts';
import { contentDir, settings } from '../settings.ts';
import { hasStaticSearch, publishOnRelease } from '../publish/publish.ts';
import { readSettingsForStore, withRoomStore } from '../store.ts';
import { priceOptions } from './live-prices.ts';
import { pingsForChanges, sendPings } from './pings.ts';
import { type BuildOutcome, type RoomBuilder, roomBuilder } from './room-builder.ts';
import { type Stopwatch, stopwatch } from './stopwatch.ts';

/** Returns the message of a content error, or the stack trace of any other error. */
const describeError = (error: Error): string =>
  error instanceof ContentError ? error.message : (explainWriteError(error)?.message ?? error.stack!);

/** The release is live even if announcing it fails. */
async function announce(io: Io, { baseUrl, changes, channels }: BuildOutcome): Promise<void> {
  if (!channels) return;
  const describeFailure = (error: Error) => [`Announcing the release failed: ${error.message}`];
  const { allowedHosts } = settings(io.env);
  for (const line of await sendPings(io.env, pingsForChanges(channels, baseUrl, changes), allowedHosts).catch(
    describeFailure,
  ))
    print(io, showControls(line));
}

function printSteps(io: Io, release: string, { seconds, stepSummary, cpuSeconds, cpuStepSummary }: Stopwatch): void {
  const steps = stepSummary();
  const cpuSteps = cpuStepSummary();
  print(io, `Build: release ${release} in ${seconds()} s${steps && `: ${steps}`}`);
  if (cpuSteps) print(io, `Build: ${cpuSeconds()} s of processor time: ${cpuSteps}`);
}

/** Runs a build and prints its outcome. Returns undefined if the build failed. */
export async function runBuild(io: Io, builder: Pick<RoomBuilder, 'build'>): Promise<BuildOutcome | undefined> {
  const watch = stopwatch({ report: (line) => print(io, `Build: ${line}`) });
  try {
    // Another process may hold the lock of the release folder.
    watch.step('waiting');
    const outcome = await builder.build(watch);
    const { release, built } = outcome;
    if (built) printSteps(io, release, watch);
    else print(io, `Build: skipped, nothing changed since release ${release}`);
    return outcome;
  } catch (error) {
    printError(io, `Build: failed. The previous release stays live.\n${describeError(error as Error)}`);
    return undefined;
  }
}

/** Does work that can wait until the release is live. Its failure does not fail the build. */
export const finishBuild = (io: Io, builder: Pick<RoomBuilder, 'tidy'>): Promise<void> =>
  builder
    .tidy()
    .catch((error: Error) => printError(io, showControlsInLine(`Build: cleaning up failed: ${error.message}`)));

/** Publishes and announces the release. Also called after a skipped build, to resume what was interrupted. */
export async function publishAndAnnounce(io: Io, outcome: BuildOutcome): Promise<void> {
  await publishOnRelease(io.env, settings(io.env)).then(
    (summary) => summary && print(io, `Published ${summary}`),
    ({ message }: Error) =>
      printError(io, showControlsInLine(`Publish: failed; the next build tries again: ${message}`)),
  );
  await announce(io, outcome);
}

/** Returns the exit code. */
export async function buildAndSwitch(io: Io, isRollback = false): Promise<number> {
  const room = await readSettingsForStore(io.env);
  if (isRollback) await withRoomStore(io.env, ({ db }) => resetReleaseOrder(db));
  await liftDueEmbargoes(openDesk(contentDir(io.env)), new Date());
  const builder = roomBuilder(io, contentDir(io.env), room, {
    ...priceOptions(io, room),
    savesChanges: room.fleet !== undefined,
    hasStaticSearch: hasStaticSearch(room.publish),
  });
  const outcome = await runBuild(io, builder);
  if (!outcome) return 1;
  await finishBuild(io, builder);
  await publishAndAnnounce(io, outcome);
  return 0;
}
