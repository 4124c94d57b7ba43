// Table of all commands in package.json. Each is loaded when it is called.
import type { Io } from '../io.ts';
import type { Command, CommandName } from './command.ts';

const commands = {
  start: async () => (await import('./start.ts')).start,
  init: async () => (await import('./init.ts')).init,
  ingest: async () => (await import('./ingest.ts')).ingest,
  review: async () => (await import('./review.ts')).review,
  feeds: async () => (await import('./feeds.ts')).feeds,
  build: async () => (await import('./build.ts')).build,
  publish: async () => (await import('./publish.ts')).publish,
  'deploy-files': async () => (await import('./deploy-files.ts')).deployFiles,
  requests: async () => (await import('./requests.ts')).requests,
  members: async () => (await import('./members.ts')).members,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  transcribe: async () => (await import('./transcribe.ts')).transcribe,
  doctor: async () => (await import('./doctor.ts')).doctor,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  licences: async () => (await import('./licences.ts')).licences,
  serve: async () => (await import('./serve.ts')).serve,
  dev: async () => (await import('./dev.ts')).dev,
  check: async () => (await import('./check.ts')).check,
  test: async () => (await import('./test.ts')).test,
  soak: async () => (await import('./soak.ts')).soak,
  bench: async () => (await import('./bench.ts')).bench,
  package: async () => (await import('./package.ts')).packageCommand,
} satisfies Record<CommandName, () => Promise<Command>>;

export const commandNames = Object.keys(commands) as CommandName[];

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** Runs a command. Returns the exit code, or undefined if the command keeps running. */
export const runCommand = async (name: CommandName, args: string[], io: Io): Promise<number | undefined> =>
  (await commands[name]())(args, io);
