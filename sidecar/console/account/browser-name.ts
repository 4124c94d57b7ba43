// A browser as its owner knows it, from the User-Agent header: `Firefox on Linux`.
import type { Say } from '../words/words.ts';

/** In this order: most browsers also carry the names of those before them. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export function browserName(userAgent: string | null | undefined, say: Say): string {
  const text = userAgent ?? '';
  const [browser, system] = [firstOf(browsers, text), firstOf(systems, text)];
  const known = browser ?? say('A browser');
  return system ? say('{browser} on {system}', { browser: known, system }) : known;
}
