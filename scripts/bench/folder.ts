// Folders of the benchmark, which stay until all is measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Removed when the process ends and not before: without a journal, ext4 passes over the places of files that were
 * removed in the last minutes, which makes a new file up to fifteen times as expensive.
 */
export function benchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
