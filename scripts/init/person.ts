// Reads facts about the creator from pages: bios, job, pronunciation, talks and figures.
import { longPattern } from '#domain/text/long-pattern.ts';
import { findSentences } from '#domain/text/sentence.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { Discovery } from './discover.ts';
import type { PageFacts } from './page-facts.ts';

const isPerson = ({ types }: { types: string[] }) => types.includes('Person');
const allPages = ({ pages, asides }: Discovery): PageFacts[] => [...pages, ...asides];

/** Returns the sentences with the spaces after them, which some languages do not have. */
const splitWithSpaces = (text: string, language: string): string[] =>
  findSentences(text, language).map(({ start }, at, all) => text.slice(start, all[at + 1]?.start));

function wordCount(text: string, language: string): number {
  const parts = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  return parts.filter(({ isWordLike }) => isWordLike).length;
}

/** Returns whole sentences up to a number of words, but at least the first one. */
function limitToSentences(maxWords: number, text: string, language: string): string {
  let beginning = '';
  for (const sentence of splitWithSpaces(text, language)) {
    if (beginning && wordCount(beginning + sentence, language) > maxWords) break;
    beginning += sentence;
  }
  return beginning.trim();
}

const withoutAddresses = (text: string, language: string): string =>
  splitWithSpaces(text, language)
    .filter((sentence) => !/@|https?:|\(at\)/.test(sentence))
    .join('')
    .trim();

const minBioWords = 8;
const maxBioWords = 300;
const lengths = [
  ['short', 60],
  ['medium', 130],
  ['long', Infinity],
] as const;

/** Returns passages about the creator as bios of the length that they have. No length is made out of another. */
export function draftBios(found: Discovery, name: string, language: string): Creator['bios'] {
  const key = name.replace(/\s/g, '');
  const readPassages = (pages: PageFacts[]) =>
    pages
      .flatMap(({ people }) => people.passages)
      .filter((text) => text.replace(/\s/g, '').includes(key))
      .map((text) => limitToSentences(maxBioWords, withoutAddresses(text, language), language));
  const descriptions = allPages(found).flatMap(({ entities }) =>
    entities.filter(isPerson).flatMap(({ description }) => description ?? []),
  );
  const bios: NonNullable<Creator['bios']> = {};
  for (const texts of [readPassages(found.asides), readPassages(found.pages), descriptions]) {
    for (const text of texts.toSorted((one, other) => other.length - one.length)) {
      const words = wordCount(text, language);
      const [length] = lengths.find(([, maxWords]) => words <= maxWords)!;
      if (words >= minBioWords) bios[length] ??= text;
    }
  }
  return Object.keys(bios).length > 0 ? bios : undefined;
}

export function findJobTitle(found: Discovery): string | undefined {
  return allPages(found).flatMap(({ entities }) =>
    entities.filter(isPerson).flatMap(({ jobTitle }) => jobTitle ?? []),
  )[0];
}

/** Headings in the languages of the program. */
const pronunciationHeading = longPattern(
  String.raw`
    pronounce|pronunciation|how to (say|pronounce)|aussprache|ausgesprochen|prononc|pronuncia|uitspraak|wymowa|
    読み方|発音|النطق`,
  'iu',
);
const talksHeading = longPattern(
  String.raw`
    ^(talks|speaking|speaking topics|keynotes|lectures|vorträge|conférences|charlas|conferencias|interventi|
    conferenze|lezingen|palestras|wykłady|prelekcje|講演|محاضرات)$`,
  'iu',
);

/** Finds pronunciation and pronouns, as in `Name: MAH-ra IL-ves. She/her.` below a heading. */
export function findPronunciation(found: Discovery, name: string): Pick<Creator, 'pronunciation' | 'pronouns'> {
  const sections = allPages(found).flatMap(({ people }) => people.sections);
  const reading = findReading(found, name);
  if (reading) return { pronunciation: reading };
  const [line] = sections.find(({ heading }) => pronunciationHeading.test(heading))?.lines ?? [];
  if (!line) return {};
  const pronouns = /\b(she\/her|he\/him|they\/them)\b/i.exec(line)?.[0].toLowerCase();
  const pronunciation = line.split(/\.\s|\.$/)[0]!.trim();
  return { ...(pronunciation && pronunciation.length < 60 && { pronunciation }), ...(pronouns && { pronouns }) };
}

/** Finds the reading of a Japanese name, which pages write in kana behind it: `佐々木千夏（ささき・ちなつ）`. */
function findReading(found: Discovery, name: string): string | undefined {
  const parts = allPages(found).flatMap(({ people }) => people.passages.map((text) => text.split(/[（(]/)));
  for (const [before = '', after = ''] of parts) {
    const reading = /^([\p{sc=Hira}\p{sc=Kana}ー][\p{sc=Hira}\p{sc=Kana}ー・ \u3000]{2,30})[）)]/u.exec(after)?.[1];
    if (reading && before.replace(/\s/g, '').endsWith(name.replace(/\s/g, ''))) return reading;
  }
  return undefined;
}

export function draftSpeaking(found: Discovery, bio: string | undefined, language: string): Creator['speaking'] {
  const lines = allPages(found)
    .flatMap(({ people }) => people.sections)
    .find(({ heading }) => talksHeading.test(heading))?.lines;
  if (!lines?.length || !bio) return undefined;
  const topics = lines.map((line) => {
    const minutes = /,?\s*\(?(\d{1,3}) (?:minutes|min|Minuten|minuti|minutos|minuten|minut|分|دقيقة)\.?\)?/i.exec(line);
    const title = line.replace(minutes?.[0] ?? '', '').trim();
    return { title, description: '', formats: [], ...(minutes && { durationMinutes: Number(minutes[1]) }) };
  });
  return { bio, topics, pastTalks: [], audiences: [], languages: [language] };
}

/** Finds figures with their dates: `23,400 (October 2026)`. */
export function findFigures(found: Discovery): Creator['stats'] {
  const figures = allPages(found).flatMap(({ people }) => people.figures);
  const stats = figures.flatMap(({ label, value }) => {
    const match = /^([\d.,\s]+)\s*\(([^)]+)\)$/.exec(value);
    const at = match && Date.parse(/^\D+ \d{4}$/.test(match[2]!) ? `1 ${match[2]} UTC` : `${match[2]} UTC`);
    const number = match ? Number(match[1]!.replace(/[.,\s](?=\d{3})/g, '')) : NaN;
    if (!at || Number.isNaN(number)) return [];
    return [{ label, value: number, asOf: new Date(at).toISOString().slice(0, 10) }];
  });
  return stats.length ? stats : undefined;
}
