// Formats and parses times of captions and chapters.

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats seconds as `00:01:05`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(twoDigits).join(':');
}

/** Formats seconds without leading zeros, such as `1:02:03` or `12:34`. */
export const shortClock = (seconds: number): string =>
  clockTime(seconds)
    .replace(/^00:0?/, '')
    .replace(/^0(?=\d:\d\d:)/, '');

/** Formats seconds as `00:01:05.250`; SubRip needs a comma. */
export function cueTime(seconds: number, point: '.' | ','): string {
  const thousandths = Math.round(seconds * 1000);
  return `${clockTime(Math.floor(thousandths / 1000))}${point}${String(thousandths % 1000).padStart(3, '0')}`;
}

/** Parses `1:02:03.5`, `2:03` or `63` to seconds; undefined for any other text. */
export function readClock(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,6})?)$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
