// A process that has the program's commands loaded and runs them for tests, one after the other, each with the environment
// that it is given. It listens on the socket of its first argument: one JSON line in, one JSON line out.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { commands, isCommand } from '../commands/table.ts';

interface Call {
  env: Record<string, string>;
  args: string[];
}

/** Modules of builds stay loaded: a process that has grown so far ends, and another takes its place. */
const mostBytes = 1200 * 1024 ** 2;
const retireMs = 1000;

const realExit = process.exit.bind(process);
const path = process.argv[2]!;
let isBusy = false;
let isRetired = false;

function setEnvironment(env: Record<string, string>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Nobody finds it any more; who has just connected is told that it is busy. */
function retire(): void {
  isRetired = true;
  rmSync(path, { force: true });
  setTimeout(() => realExit(0), retireMs);
}

/** What the command prints, from now on. */
function catchOutput() {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  return printed;
}

async function run({ env, args: [name = '', ...args] }: Call, socket: Socket): Promise<void> {
  setEnvironment(env);
  const printed = catchOutput();
  let answered: Promise<unknown> | undefined;
  const answer = (code: number) => {
    answered ??= once(socket.end(`${JSON.stringify({ code, ...printed })}\n`), 'close');
    return answered;
  };
  // The command does not go on after it, and what it leaves behind is gone with the process.
  process.exit = (code) => {
    void answer(Number(code ?? process.exitCode ?? 0));
    retire();
    throw new Error('process.exit');
  };
  if (!isCommand(name)) throw new Error(`There is no command ${name}`);
  const code = await (await commands[name]()).run(name, args);
  await answer(code ?? 0);
  if (process.memoryUsage.rss() > mostBytes) retire();
}

const server = createServer((socket) => {
  if (isBusy || isRetired) return void socket.end('"busy"\n');
  isBusy = true;
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).once('line', (line) => {
    run(JSON.parse(line) as Call, socket)
      .catch(() => socket.destroy())
      .finally(() => (isBusy = false));
  });
});
server.listen(path);
process.stdin.resume().on('end', () => realExit(0));
