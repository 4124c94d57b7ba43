// Names of months, halves of the day and time zones in the dates of feeds.
import { memoizeByObject } from '#domain/memoize.ts';

/**
 * Languages whose month names are read. If a name means different months, the first language applies: Croatian is last,
 * because “listopad” is November in Polish and Czech.
 */
const languages =
  'en de fr es it pt nl sv da nb fi et pl cs ru uk el tr ja zh ko ar ar-SY ar-DZ ar-MA fa he hi th vi id sk hu ro bg lt lv sl sr mk be bs ca gl eu hr'.split(
    ' ',
  );

/** Spellings that Intl does not have. */
const otherMonthNames: [name: string, month: number][] = [
  ['mrz', 3],
  ['maerz', 3],
  ['sept', 9],
];

/** Removes accents and case, so that “Fevrier” is “février”. */
export const foldName = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{sc=Latin}|\p{sc=Greek})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ı', 'i');

/** Returns the month names of a language with their numbers. */
function listMonthNames(tag: string): [name: string, month: number][] {
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC', calendar: 'gregory' }),
    new Intl.DateTimeFormat(tag, { month, day: 'numeric', timeZone: 'UTC', calendar: 'gregory' }),
  ]);
  return Array.from({ length: 12 }).flatMap((_, month) =>
    formats.flatMap((format): [string, number][] => {
      const parts = format.formatToParts(Date.UTC(2026, month, 15));
      const name = foldName(parts.find(({ type }) => type === 'month')!.value.replace(/[.׳]$/, ''));
      // Hebrew puts a preposition before the name.
      return tag === 'he'
        ? [
            [name, month + 1],
            [`ב${name}`, month + 1],
          ]
        : [[name, month + 1]];
    }),
  );
}

const allMonths = memoizeByObject((tags: string[]) => {
  const months = new Map<string, number>(otherMonthNames);
  for (const [name, month] of tags.flatMap(listMonthNames))
    if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, month);
  const longestFirst = [...months.keys()].sort((one, other) => other.length - one.length);
  const pattern = longestFirst.map(escapePattern).join('|');
  return { months, pattern: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`, 'gu') };
});

export interface NamedMonth {
  month: number;
  /** Position of the name in the folded text. */
  start: number;
  end: number;
}

/** Finds all month names in a folded text. Names in the language of the feed take precedence. */
export function findMonths(folded: string, language?: string): NamedMonth[] {
  const own = language?.toLowerCase().startsWith('hr') ? new Map(listMonthNames('hr')) : undefined;
  const { months, pattern } = allMonths(languages);
  return [...folded.matchAll(pattern)].map(({ 0: name, index }) => ({
    month: own?.get(name) ?? months.get(name)!,
    start: index,
    end: index + name.length,
  }));
}

/** Finds a month by the beginning of its name, such as “fevr” or “novem”; undefined if several months have it. */
export function findMonthByPrefix(folded: string): NamedMonth | undefined {
  const { months } = allMonths(languages);
  for (const { 0: word, index } of folded.matchAll(/\p{L}[\p{L}\p{M}]{2,}/gu)) {
    const possible = new Set([...months].filter(([name]) => name.startsWith(word)).map(([, month]) => month));
    const [month] = possible;
    if (month !== undefined && possible.size === 1) return { month, start: index, end: index + word.length };
  }
  return undefined;
}

/** Languages whose names of the halves of a day are read. */
const languagesWithHalves = 'en es el ja zh ko ar hi'.split(' ');

/** Patterns of “a.m.” and “p.m.”, each with or without dots. */
const halfPatternsIn = memoizeByObject((tags: string[]) => {
  const patternAt = (hour: number) => {
    const names = tags.map((tag) => {
      const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
      const parts = format.formatToParts(Date.UTC(2026, 0, 1, hour));
      const name = parts.find(({ type }) => type === 'dayPeriod')!.value.toLowerCase();
      return [...name.replace(/[.\s]/g, '')].join('[.\\s]*');
    });
    return `(?:${[...new Set(names)].join('|')})(?![\\p{L}\\p{M}])\\.?`;
  };
  return { morning: patternAt(9), afternoon: patternAt(21) };
});
export const halfPatterns = () => halfPatternsIn(languagesWithHalves);

/** Hours from UTC of unambiguous abbreviations: those of RFC 822 §5.1 and of other feeds. */
const abbreviationsByHours: [names: string, hours: number][] = [
  ['hst', -10],
  ['akst', -9],
  ['pst akdt', -8],
  ['mst pdt', -7],
  ['cst mdt', -6],
  ['est cdt', -5],
  ['edt', -4],
  ['nst', -3.5],
  ['brt art adt', -3],
  ['ndt', -2.5],
  ['z ut utc gmt wet', 0],
  ['west bst cet mez', 1],
  ['cest mesz eet sast', 2],
  ['eest msk мск eat', 3],
  ['pkt', 5],
  ['ict wib', 7],
  ['awst hkt sgt', 8],
  ['jst kst', 9],
  ['acst', 9.5],
  ['aest', 10],
  ['acdt', 10.5],
  ['aedt', 11],
  ['nzst', 12],
  ['nzdt', 13],
];

/** Zones whose English names are read, such as “Eastern Daylight Time”. */
const namedZones =
  'UTC Europe/London Europe/Lisbon Europe/Paris Europe/Helsinki Europe/Moscow America/New_York America/Chicago America/Denver America/Los_Angeles America/Halifax America/Sao_Paulo Asia/Tokyo Asia/Seoul Asia/Kolkata Asia/Singapore Asia/Shanghai Australia/Sydney Australia/Perth Pacific/Auckland'.split(
    ' ',
  );

const zoneMinutesIn = memoizeByObject((zones: string[]) => {
  const minutes = new Map(
    abbreviationsByHours.flatMap(([names, hours]) => names.split(' ').map((name) => [name, hours * 60])),
  );
  for (const timeZone of zones)
    for (const at of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]) {
      const nameAs = (timeZoneName: 'long' | 'longOffset') =>
        new Intl.DateTimeFormat('en', { timeZone, timeZoneName })
          .formatToParts(at)
          .find(({ type }) => type === 'timeZoneName')!.value;
      const [, sign, hours = 0, rest = 0] = /([+-])(\d+):(\d+)/.exec(nameAs('longOffset')) ?? [];
      minutes.set(nameAs('long').toLowerCase(), (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest)));
    }
  return minutes;
});
/** Returns minutes from UTC by name in lower case. */
export const zoneMinutes = () => zoneMinutesIn(namedZones);

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
