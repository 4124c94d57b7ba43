// Random and hostile texts for tests: fragments of Markdown and HTML, special characters, and any others.
import process from 'node:process';
import fc from 'fast-check';

const markdown = ['# ', '> ', '- ', '1. ', '```', '`', '|', '| - |\n', '[', '](', '![', '](media/', '*', '_', '---\n'];
const breaks = ['\n', '\n\n', '\\', '\t', '{{', '${', 'https://', 'https://x.example/(a', 'javascript:1', 'word '];
const html = [
  ...['<b>', '</b>', '<p', '<p>', '</div>', '<![CDATA[', ']]>', '<!--', '-->', '&#0;', '&amp;', '&lt;script&gt;'],
  ...['&#x202e;', '&nbsp;', '<a href="javascript:1">', '<table><tr><td>', '<pre><code>', '<ul><li>', '<blockquote>'],
  ...['<img src=x onerror=1>', '<video src="//x/y.mp4">', '<figure class="kg-card">'],
];
const signs = ['\u0000', '\u001b[2J', '\u202e', '\u2028', '\ufeff', '\ud800', '\udfff', '🌊', 'שלום', '日本'];

export const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom(...markdown, ...breaks, ...html, ...signs), fc.string({ unit: 'binary', maxLength: 20 })),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** Returns options of fast-check. FUZZ_RUNS sets the number of random runs; a failure prints the seed. */
export const fuzzRuns = (numRuns: number): { numRuns: number; seed?: number } =>
  process.env.FUZZ_RUNS ? { numRuns: Number(process.env.FUZZ_RUNS) } : { numRuns, seed: 1 };
