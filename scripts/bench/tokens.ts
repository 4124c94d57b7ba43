// Cost of checking an access token: of a returning client and of a new one, and the number of rows written.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Aim, Row } from './report.ts';

const root = new URL('../..', import.meta.url);

interface TokenCheckCosts {
  firstUs: number;
  againUs: number;
  writes: number;
}

export async function measureTokens(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['sidecar/features/access/bench-check.ts'], {
    cwd: root,
  });
  const { firstUs, againUs, writes } = JSON.parse(stdout) as TokenCheckCosts;
  return [
    { items: 0, name: 'token check', value: againUs, unit: 'µs CPU' },
    { items: 0, name: 'token check, new client', value: firstUs, unit: 'µs CPU' },
    { items: 0, name: 'token check, rows written', value: writes, unit: 'rows' },
  ];
}

export function tokenAims(rows: Row[]): Aim[] {
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value;
  return [
    {
      text: 'Checking the token of a returning client: under 200 µs',
      seen: valueOf('token check'),
      met: (us) => us < 200,
    },
    {
      text: 'Rows written by token checks: none',
      seen: valueOf('token check, rows written'),
      met: (written) => written === 0,
    },
  ];
}
