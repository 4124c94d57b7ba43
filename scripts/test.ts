// npm test: everything of npm run check, then the program as its clients see it: HTTP, web servers, browser.
import { fileURLToPath } from 'node:url';
import { check, close, nodeTests, type Tally } from './check.ts';
import { ensurePrograms } from './debian.ts';
import { run } from './run.ts';

async function browserTests(): Promise<Tally> {
  let output = '';
  const playwright = fileURLToPath(new URL('../node_modules/.bin/playwright', import.meta.url));
  const code = await run(playwright, ['test'], (text) => (output += text));
  const count = (word: string) => Number(new RegExp(`^ +(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0);
  const [passed, failed] = [count('passed'), count('failed') + count('did not run')];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

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
const missing = ensurePrograms(programs);
if (missing.length > 0) console.error(`Missing programs, so their tests fail: ${missing.join(', ')}`);

const results = [await check(), await nodeTests('e2e/**/*.test.ts'), await browserTests()];
close({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
});
