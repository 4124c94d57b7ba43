// Starts a script of the project for tests, as a process that prints one line with its address.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';

export interface TestScript {
  output: string;
  stop: () => Promise<void>;
}

const cwd = resolve(import.meta.dirname, '../..');

export async function startScript(name: string): Promise<TestScript> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`scripts/${name}.ts ended with ${code}`))),
  ]);
  return {
    output: String(line).trim(),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
