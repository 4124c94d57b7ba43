// Reads facts about the creator from pages: bios in three lengths, job, pronunciation, talks, figures, press contact.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { Discovery } from './discover.ts';
import type { PageFacts } from './page-facts.ts';

const isPerson = ({ types }: { types: string[] }) => types.includes('Person');
const allPages = ({ pages, asides }: Discovery): PageFacts[] => [...pages, ...asides];
const isPress = ({ url }: PageFacts) => /press|media-kit/i.test(new URL(url).pathname);

function segmentText(text: string, language: string, granularity: 'sentence' | 'word'): string[] {
  const parts = [...new Intl.Segmenter(language, { granularity }).segment(text)];
  return parts.filter(({ isWordLike }) => isWordLike !== false).map(({ segment }) => segment);
}
const wordCount = (text: string, language: string) => segmentText(text, language, 'word').length;

/** Returns whole sentences up to a number of words, but at least the first one. */
function limitToSentences(maxWords: number, text: string, language: string): string {
  let beginning = '';
  for (const sentence of segmentText(text, language, 'sentence')) {
    if (beginning && wordCount(beginning + sentence, language) > maxWords) break;
    beginning += sentence;
  }
  return beginning.trim();
}

const withoutAddresses = (text: string, language: string): string =>
  segmentText(text, language, 'sentence')
    .filter((sentence) => !/@|https?:/.test(sentence))
    .join('')
    .trim();

/** Drafts bios from the longest passage about the creator and its beginnings. */
export function draftBios(found: Discovery, name: string, language: string): Creator['bios'] {
  const key = name.replace(/\s/g, '');
  const findPassages = (pages: PageFacts[]) =>
    pages
      .flatMap(({ people }) => people.paragraphs)
      .filter((text) => text.replace(/\s/g, '').includes(key))
      .map((text) => withoutAddresses(text, language));
  const about = findPassages(found.asides.filter((page) => !isPress(page)));
  const passages = about.length ? about : findPassages(found.pages);
  const descriptions = allPages(found).flatMap(({ entities }) =>
    entities.filter(isPerson).map((one) => one.description ?? ''),
  );
  const [longest] = [...passages, ...descriptions].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!longest || wordCount(longest, language) < 8) return undefined;
  const brief = passages.find(
    (text) => text !== longest && wordCount(text, language) <= 50 && wordCount(text, language) > 8,
  );
  return {
    short: brief ?? limitToSentences(50, longest, language),
    medium: limitToSentences(100, longest, language),
    long: limitToSentences(220, longest, language),
  };
}

export function findJobTitle(found: Discovery): string | undefined {
  return allPages(found).flatMap(({ entities }) =>
    entities.filter(isPerson).flatMap(({ jobTitle }) => jobTitle ?? []),
  )[0];
}

/** Finds pronunciation and pronouns, as in `Name: MAH-ra IL-ves. She/her.` below a heading. */
export function findPronunciation(found: Discovery): Pick<Creator, 'pronunciation' | 'pronouns'> {
  const sections = allPages(found).flatMap(({ people }) => people.sections);
  const [line] = sections.find(({ heading }) => /pronounce|pronunciation|how to say/i.test(heading))?.lines ?? [];
  if (!line) return {};
  const pronouns = /\b(she\/her|he\/him|they\/them)\b/i.exec(line)?.[0].toLowerCase();
  const pronunciation = line.split(/\.\s|\.$/)[0]!.trim();
  return { ...(pronunciation && pronunciation.length < 60 && { pronunciation }), ...(pronouns && { pronouns }) };
}

export function draftSpeaking(found: Discovery, bio: string | undefined, language: string): Creator['speaking'] {
  const lines = allPages(found)
    .flatMap(({ people }) => people.sections)
    .find(({ heading }) => /^(talks|speaking|speaking topics|vorträge)$/i.test(heading))?.lines;
  if (!lines?.length || !bio) return undefined;
  const topics = lines.map((line) => {
    const minutes = /,?\s*\(?(\d{1,3}) (?:minutes|min|Minuten)\.?\)?/i.exec(line);
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

/** Returns the press contact, or else any contact. */
export function findContact(found: Discovery, name: string): Creator['pressContact'] {
  const pages = allPages(found);
  const mails = (some: PageFacts[]) => some.flatMap(({ people }) => people.mails);
  const pressMails = [
    ...mails(pages.filter(isPress)),
    ...mails(pages).filter(({ address }) => /^(press|media)/i.test(address)),
  ];
  const personal = pages.flatMap(({ entities }) => entities.filter(isPerson).flatMap(({ email }) => email ?? []));
  const [pressMail] = pressMails;
  const email = pressMail?.address ?? personal[0] ?? mails(pages)[0]?.address;
  if (!email) return undefined;
  const line = pressMail?.around.split('\n')[0] ?? '';
  return { name: line && line.length < 60 && !line.includes('@') ? line : name, email };
}
