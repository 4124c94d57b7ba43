// Reads the show and the dates that a first sentence names. Only what is unambiguous is used; the rest is asked for.
import { longPattern } from '#domain/text/long-pattern.ts';
import type { BookingRequest } from '#contract/schemas/booking.ts';
import { maxProposedTimes } from '#contract/schemas/booking.ts';

const maxLength = 200;
const showWord =
  '(?:[Pp]odcast|[Ss]how|[Pp]rogramme?|[Ss]eries|[Nn]ewsletter|[Mm]agazine|[Cc]hannel|[Cc]onference|[Ff]estival)';
const nameWord = String.raw`[\p{Lu}\d][\p{L}\p{N}'’&-]*`;
const properName = String.raw`(${nameWord}(?:\s+(?:(?:of|the|and|for|in|&)\s+)*${nameWord}){0,7})`;

/** Texts in quotation marks, except for topics: “about “tides””. */
const quotedName =
  /(?<!\b(?:about|titled|über|Thema)\s*)["“„«「『]([^"“”„«»「」『』\n]{2,200})["”“»」』](?!\s*(?:について|に関して))/gu;
const calledName = new RegExp(String.raw`(?:\b(?:called|named|namens|heißt)|mit dem Titel)\s+${properName}`, 'gu');
const showBeforeName = new RegExp(String.raw`\b${showWord},?\s+${properName}`, 'gu');
const nameBeforeShow = new RegExp(
  String.raw`\b(?:[Tt]he|[Oo]n|[Ff]or|[Ff]rom|[Oo]f)\s+${properName}\s+${showWord}\b`,
  'gu',
);

/** Matches German, in which every noun has a capital, so that capitals do not show a name. */
const german = /\b(?:wir|ich|für|unser\p{L}*|möchte\p{L}*|eine?[nmr]?|und)\b/iu;

const dayNames = longPattern(
  String.raw`
    ^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|
    September|October|November|December|Montags?|Dienstags?|Mittwochs?|Donnerstags?|Freitags?|Samstags?|
    Sonntags?|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)$`,
  '',
);

/** Removes dates at the end of a name: “Night Train Friday”. */
function trimDates(name: string): string {
  const words = name.split(/\s+/);
  const end = words.findIndex((word) => dayNames.test(word));
  return (end < 0 ? words : words.slice(0, end)).join(' ').replace(/\s+(?:in|for|and|the|of|&)$/, '');
}

/** Returns the different names that may be that of the show. */
export function findShowNames(text: string): string[] {
  const patterns = [quotedName, calledName, ...(german.test(text) ? [] : [showBeforeName, nameBeforeShow])];
  const names = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => trimDates(name!.trim())));
  return [...new Set(names.filter((name) => name !== '' && name.length <= maxLength))];
}

const dateWord = /^(?:tomorrow|tonight|morgen|übermorgen|weekends?|Wochenende|week|month|Woche|Monat|\d{4}-\d\d-\d\d)$/;
const timeWord = longPattern(
  String.raw`
    ^(?:\d{1,2}(?:st|nd|rd|th|\.)?|\d{4}|\d{1,2}[:.]\d\d|\d{1,2}(?::\d\d)?(?:am|pm)|am|pm|a\.m\.|p\.m\.|Uhr|
    o'clock|noon|mornings?|afternoons?|evenings?|vormittags?|nachmittags?|abends?|UTC|GMT|BST|CES?T|E[SD]T|
    P[SD]T)$`,
  '',
);
const linkWord = longPattern(
  String.raw`
    ^(?:on|at|or|and|to|the|of|next|this|in|between|from|until|late|early|mid|-|–|am|um|im|von|bis|oder|und|den|
    ab|nächsten?|kommenden?)$`,
  'i',
);
const japaneseDate = /\d{1,2}月\d{1,2}日(?:\([^)]*\)|（[^）]*）)?(?:の?(?:午前|午後)?\d{1,2}時(?:半|\d{1,2}分)?)?/gu;

const isDate = (word: string): boolean => dayNames.test(word) || dateWord.test(word);

/** Returns the phrases that name a day, a month or a week, as they were written. */
function findDatePhrases(text: string): string[] {
  const phrases: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    while (run.length > 0 && linkWord.test(run.at(-1)!)) run.pop();
    if (run.some(isDate)) phrases.push(run.join(' '));
    run = [];
  };
  for (const token of text.split(/\s+/)) {
    const word = token.replace(/[,;!?)]+$|(?<=\D|\d{4})\.$/g, '');
    if (isDate(word) || timeWord.test(word) || linkWord.test(word)) run.push(word);
    else endRun();
    if (/[;!?]$|(?<=\p{L}|\d{4})\.$/u.test(token)) endRun();
  }
  endRun();
  return [...phrases, ...(text.match(japaneseDate) ?? [])];
}

const exactTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)/g;

/** Reads the fields of a booking request that a sentence states. */
export function readWish(text: string, now: number): Partial<BookingRequest> {
  const [showName, ...otherNames] = findShowNames(text);
  const times = text.match(exactTime) ?? [];
  const areUsable = times.length > 0 && times.length <= maxProposedTimes && times.every((one) => Date.parse(one) > now);
  const timeframe = findDatePhrases(text.replace(exactTime, ' ')).join('; ').slice(0, maxLength);
  return {
    ...(showName && otherNames.length === 0 && { showName }),
    ...(areUsable && { proposedTimes: times }),
    ...(timeframe && { timeframe }),
  };
}
