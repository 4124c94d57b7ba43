// Runs a command of the program in a process that a run of the tests keeps for it, where one is free.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Others belong to their process: they start some, load an engine, or look at the machine. */
const known = ['build', 'feeds', 'ingest', 'members', 'requests', 'review', 'sign-in'];

async function ask(path: string, env: NodeJS.ProcessEnv, args: string[]): Promise<Ended | 'busy'> {
  const socket = connect(path);
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed));
  socket.write(`${JSON.stringify({ env, args })}\n`);
  const answer = await text(socket);
  if (answer === '') throw new Error(`the process of the command ended: ${args.join(' ')}`);
  return JSON.parse(answer) as Ended | 'busy';
}

const isAbsent = (error: unknown): boolean => ['ECONNREFUSED', 'ENOENT'].includes((error as { code: string }).code);

/** Nothing where the command needs a process of its own. */
export async function runWarm(env: NodeJS.ProcessEnv, args: string[]): Promise<Ended | undefined> {
  const folder = process.env.TEST_COMMANDS;
  if (!folder || !known.includes(args[0]!) || env.NODE_OPTIONS) return undefined;
  for (const name of readdirSync(folder)) {
    const answer = await ask(join(folder, name), env, args).catch((error: unknown) => {
      if (isAbsent(error)) return 'busy' as const;
      throw error;
    });
    if (answer !== 'busy') return answer;
  }
  return undefined;
}
