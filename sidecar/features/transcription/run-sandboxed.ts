// Runs a module in a sandboxed process that may read the program and one other file, and writes only to `out`.
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { cacheDir } from '../../settings/folders.ts';
import { root } from '../../settings/root.ts';
import { type ProcessLimits, type ProcessResult, runBounded } from './run-bounded.ts';

const heapMib = 1024;

export function runSandboxed(
  entry: URL,
  from: string,
  args: string[],
  out: number,
  limits: ProcessLimits,
): Promise<ProcessResult> {
  const readable = [`${root}/*`, `${cacheDir}/*`, from];
  const permissions = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
  const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'];
  const command = [process.execPath, ...permissions, ...quiet, `--max-old-space-size=${heapMib}`, fileURLToPath(entry)];
  return runBounded([...command, from, ...args], out, limits);
}
