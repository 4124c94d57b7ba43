// Runs the sidecar as a program: reads settings from the environment, and handles signals and the parent process.
import process from 'node:process';
import { endWithParent, reportToParent } from './ops/parent-process.ts';
import { createSignalHandler } from './ops/stop.ts';
import { StartError } from './settings/exit-codes.ts';
import { roomDir } from './settings/folders.ts';
import { readStartSettings } from './settings/start-settings.ts';
import { type RunningRoom, start } from './start.ts';

let room: RunningRoom | undefined;
const onSignal = createSignalHandler({
  end: async () => (room ? room.stop() : process.exit(0)),
  endAtOnce: () => process.exit(1),
  now: () => performance.now(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
endWithParent(onSignal);

try {
  room = await start(readStartSettings(process.env, roomDir), {
    print: (text) => void process.stdout.write(text),
    warn: console.error,
    report: reportToParent,
    fail: (message) => {
      console.error(message);
      process.exit(1);
    },
  });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(error.exitCode);
}
