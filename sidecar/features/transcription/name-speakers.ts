// Names the speakers of a diarised transcript, from their introductions or because there is only one person.
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import { foldWord } from '#domain/search/words.ts';

/** Part of a recording in which introductions are expected. */
const introductionSeconds = 600;

const introduction =
  /(?<![\p{L}\p{M}])(?:i am|i['’]m|my name is|my name['’]s|ich bin|ich heiße|mein name ist|je suis|je m['’]appelle|soy|me llamo)\s+(?:the\s+host\s+)?$/iu;

const isNameless = (speaker: string | undefined): speaker is string => /^Speaker \d+$/.test(speaker ?? '');

/** Yields the text before each occurrence of a name. */
function* textsBeforeName(text: string, name: string): Generator<string> {
  const whole = foldWord(text);
  const expected = foldWord(name);
  for (let at = whole.indexOf(expected); at >= 0; at = whole.indexOf(expected, at + 1))
    if (!/[\p{L}\p{M}]/u.test(whole[at + expected.length] ?? ' ')) yield whole.slice(0, at);
}

/** Maps whole names, and first names that only one person has, to people. */
function mapSpokenNames(people: string[]): Map<string, string> {
  const firsts = people.map((name) => name.split(/\s+/)[0]!);
  const peopleByName = new Map(people.map((name) => [name, name]));
  for (const [at, first] of firsts.entries())
    if (firsts.filter((other) => foldWord(other) === foldWord(first)).length === 1)
      peopleByName.set(first, people[at]!);
  return peopleByName;
}

function findIntroductions(segments: SpokenSegment[], people: string[]): Map<string, string> {
  const names = new Map<string, string>();
  const disputedSpeakers = new Set<string>();
  for (const { speaker, text, start } of segments) {
    if (start > introductionSeconds || !isNameless(speaker)) continue;
    for (const [name, person] of mapSpokenNames(people)) {
      if (![...textsBeforeName(text, name)].some((before) => introduction.test(before))) continue;
      if ((names.get(speaker) ?? person) !== person) disputedSpeakers.add(speaker);
      names.set(speaker, person);
    }
  }
  return selectCertainNames(names, disputedSpeakers);
}

/** Omits speakers with several names, and names that several speakers claim. */
function selectCertainNames(names: Map<string, string>, disputedSpeakers: Set<string>): Map<string, string> {
  const people = [...names.values()];
  const isUnique = (person: string) => people.filter((one) => one === person).length === 1;
  return new Map([...names].filter(([speaker, person]) => !disputedSpeakers.has(speaker) && isUnique(person)));
}

/** Replaces numbers of speakers with names from `people`, the creator first. Uncertain speakers are unchanged. */
export function nameSpeakers<T extends SpokenSegment>(
  segments: T[],
  people: string[],
): { segments: T[]; warnings: string[] } {
  const speakers = new Set(segments.flatMap(({ speaker }) => (isNameless(speaker) ? speaker : [])));
  const isAlone = people.length === 1 && speakers.size === 1;
  const names = isAlone ? new Map([[[...speakers][0]!, people[0]!]]) : findIntroductions(segments, people);
  if (names.size === 0) return { segments, warnings: [] };
  const pairs = [...names].map(([speaker, name]) => `${speaker} is ${name}`).join(', ');
  const why = isAlone ? 'the episode names nobody else' : 'they introduce themselves';
  return {
    segments: segments.map((one) => ({
      ...one,
      ...(one.speaker && { speaker: names.get(one.speaker) ?? one.speaker }),
    })),
    warnings: [`Speakers were named: ${pairs}, because ${why}. Check the names before you publish.`],
  };
}
