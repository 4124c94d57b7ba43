// The programs that some tests run, and the Debian packages that they come from.
import process from 'node:process';
import { ensurePrograms } from '../debian.ts';
import type { Tally } from './tally.ts';

const programs = {
  chromium: 'chromium',
  nginx: 'nginx-light',
  caddy: 'caddy',
  initdb: 'postgresql',
  curl: 'curl',
  ffmpeg: 'ffmpeg',
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  '/usr/share/pocketsphinx/test/data/librivox': 'pocketsphinx-testdata',
  pdftotext: 'poppler-utils',
};

export type Program = keyof typeof programs;

const isCi = (): boolean => !['', '0', 'false'].includes(process.env.CI ?? '');

/**
 * Installs what is missing where this user may. The tests of what cannot be installed are skipped; in CI, where nobody
 * reads that, each missing program is a failure.
 */
export function checkPrograms(names = Object.keys(programs) as Program[]): Tally {
  const missing = ensurePrograms(Object.fromEntries(names.map((name) => [name, programs[name]]))) as Program[];
  for (const name of missing)
    console.error(
      `${isCi() ? 'FAIL' : 'MISSING'} ${name}: its tests do not run. To install it: apt-get install ${programs[name]}`,
    );
  return { passed: 0, failed: isCi() ? missing.length : 0, skipped: [] };
}
