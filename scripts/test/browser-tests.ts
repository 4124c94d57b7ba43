// Runs the browser tests with Playwright and counts them from its report.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunScope } from './run-scope.ts';
import { bin, collect } from './steps.ts';
import type { Tally } from './tally.ts';

interface Suite {
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { status: 'expected' | 'unexpected' | 'skipped'; annotations: { description?: string }[] }[];
  }[];
}

interface Report {
  suites: Suite[];
  stats: { expected: number; unexpected: number };
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { suites: [], stats: { expected: 0, unexpected: 0 } };
  }
}

const skippedIn = ({ file, suites = [], specs }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => [file, title, annotations[0]?.description].filter(Boolean).join(': ')),
  ),
  ...suites.flatMap(skippedIn),
];

export async function runBrowserTests({ folder, signal, io }: RunScope, files: string[]): Promise<Tally> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: [] };
  const path = join(folder, 'browser-tests.json');
  const args = ['test', '--reporter=list,json', ...files];
  const { code, output } = await collect(bin('playwright'), args, signal, {
    ...io.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    // Node itself strips the types of the tests and of all they import, without a compiler.
    PW_DISABLE_TS_ESM: '1',
  });
  io.stdout.write(output);
  const { suites, stats } = readReport(path);
  return {
    passed: stats.expected,
    // Playwright itself may fail, for example because the room does not start.
    failed: code !== 0 ? Math.max(stats.unexpected, 1) : 0,
    skipped: suites.flatMap(skippedIn),
  };
}
