// A script of the project as a process of the test's own, which says in one line where it is, gone afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface RunningScript {
  said: string;
  pid: number;
  /** Writes a line to the script and gives the line that it says next. */
  tell: (line: string) => Promise<string>;
  stop: () => Promise<void>;
}

const cwd = resolve(import.meta.dirname, '..');

export async function startScript(name: string): Promise<RunningScript> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const nextLine = async (): Promise<string> => {
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      ended.then(([code]) => Promise.reject(new Error(`scripts/${name}.ts ended with ${code}`))),
    ]);
    return String(line).trim();
  };
  return {
    said: await nextLine(),
    pid: child.pid!,
    tell: (line) => {
      const answer = nextLine();
      child.stdin.write(`${line}\n`);
      return answer;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
