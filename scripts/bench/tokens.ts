// Checking an access token: of a client that comes again, and one never seen before; and whether anything is written.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Aim, Row } from './report.ts';

const root = new URL('../..', import.meta.url);

interface Checked {
  firstUs: number;
  againUs: number;
  writes: number;
}

export async function measureTokens(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['sidecar/features/access/bench-check.ts'], {
    cwd: root,
  });
  const { firstUs, againUs, writes } = JSON.parse(stdout) as Checked;
  return [
    { items: 0, name: 'token check', value: againUs, unit: 'µs CPU' },
    { items: 0, name: 'token check, never seen', value: firstUs, unit: 'µs CPU' },
    { items: 0, name: 'token check, rows written', value: writes, unit: 'rows' },
  ];
}

export function tokenAims(rows: Row[]): Aim[] {
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value;
  return [
    {
      text: 'Checking the token of a client that comes again: under 200 µs',
      seen: valueOf('token check'),
      met: (us) => us < 200,
    },
    {
      text: 'Rows that checking tokens writes: none',
      seen: valueOf('token check, rows written'),
      met: (written) => written === 0,
    },
  ];
}
