// Runs commands of the program and kills them midway, sometimes together with their child processes.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Chance } from './size.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Cut {
  /** True if the command was killed before it ended. */
  cut: boolean;
  code: number | null;
}

/** During this first part of its run a command is still loading its code. */
const firstPart = 0.4;

export type Cutter = (name: string, args: string[], chance: Chance, how?: 'whole') => Promise<Cut>;

/** Duration of each command in milliseconds, measured by complete runs. */
export function cutter(env: NodeJS.ProcessEnv): Cutter {
  const usualMs = new Map<string, number>();
  return async (name, args, chance, how) => {
    const started = performance.now();
    const usual = usualMs.get(name);
    const child = spawn(process.execPath, ['scripts/main.ts', name, ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text));
    const isGroup = chance() < 0.5;
    const after = (usual ?? 0) * (firstPart + (1.1 - firstPart) * chance());
    const kill = () => (isGroup ? process.kill(-child.pid!, 'SIGKILL') : child.kill('SIGKILL'));
    const timer = usual !== undefined && how !== 'whole' ? setTimeout(kill, after) : undefined;
    const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.once('exit', (...ended) => done(ended)),
    );
    clearTimeout(timer);
    const cut = signal === 'SIGKILL';
    if (!cut && code !== 0) console.error(`XX ${name} ${args.join(' ')} ended with ${code}: ${said}`);
    if (!cut) usualMs.set(name, usual ? (usual + performance.now() - started) / 2 : performance.now() - started);
    return { cut, code };
  };
}
