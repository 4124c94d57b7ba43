// Drafts creator.json from the discovered pages and feeds.
import type { Creator } from '#contract/schemas/content-files.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { RoomColours } from './colours.ts';
import type { Discovery } from './discover.ts';
import type { Entity } from './json-ld.ts';
import { draftBios, findContact, findFigures, findJobTitle, findPronunciation, draftSpeaking } from './person.ts';
import type { CreatorPictures } from './pictures.ts';
import { labelLink } from './profile-names.ts';
import { draftThemes } from './themes.ts';

/** Guessed value with its source. */
export interface Guess {
  value: string;
  from: string;
}
export interface Guesses {
  name: Guess;
  publication: Guess;
  oneLiner: Guess;
  description: Guess;
  language: Guess;
}

const personTypes = /^Person$/;
const publisherTypes = /^(WebSite|Blog|Organization|NewsMediaOrganization|PodcastSeries)$/;

export function guessCreator({ pages, feeds }: Discovery, urls: string[]): Guesses {
  const main = feeds.filter(({ isAside }) => !isAside);
  const entities = pages.flatMap((page) => page.entities);
  const findName = (kind: RegExp) => findEntity(entities, kind)?.name;
  const host = new URL(urls[0]!).hostname.replace(/^www\./, '');
  const ownTitle = firstNonEmpty(pages.map(({ title }) => title))?.split(/\s+[|–—·-]\s+/)[0];
  const feedTitle = firstNonEmpty(main.map(({ title }) => title));
  // On a podcast host, the title of the page is that of the show, but the site name is that of the host.
  const isHosted = ownTitle !== undefined && ownTitle === feedTitle && new URL(pages[0]!.url).pathname.length > 1;
  const publication = firstGuess(
    [isHosted ? feedTitle : undefined, 'the title of the page and of a feed'],
    [firstNonEmpty(pages.map(({ siteName }) => siteName)), 'the site name of the page'],
    [findName(publisherTypes), 'JSON-LD'],
    [feedTitle, 'the title of a feed'],
    [ownTitle, 'the title of the page'],
    [host, 'the address; please correct'],
  );
  const description = firstGuess(
    [firstNonEmpty(pages.map((page) => page.description)), 'the description of the page'],
    [findEntity(entities, personTypes)?.description ?? findEntity(entities, publisherTypes)?.description, 'JSON-LD'],
    [firstNonEmpty(main.map((feed) => feed.description)), 'the description of a feed'],
    [`${publication.value}.`, 'the name only; please write one'],
  );
  return {
    name: firstGuess(
      [findName(personTypes), 'JSON-LD'],
      [firstNonEmpty(pages.map(({ author }) => author)), 'the author of the page'],
      [firstNonEmpty(main.map(({ author }) => author)), 'the author of a feed'],
      [
        firstNonEmpty(pages.flatMap(({ people }) => people.mails.map(findNameNextToMail))),
        'the text next to the mail address',
      ],
      [publication.value, 'the publication; please correct'],
    ),
    publication,
    oneLiner: { value: firstSentence(description.value), from: description.from },
    description,
    language: firstGuess(
      [firstNonEmpty(pages.map(({ language }) => languageTag(language))), 'the page'],
      [firstNonEmpty(main.map(({ language }) => languageTag(language))), 'a feed'],
      ['en', 'a default; please correct'],
    ),
  };
}

function firstGuess(...sources: [string | undefined, string][]): Guess {
  const [value, from] = sources.find(([text]) => text)!;
  return { value: value!.slice(0, 1000), from };
}

const firstNonEmpty = (texts: (string | undefined)[]): string | undefined => texts.find(Boolean);
const findEntity = (entities: Entity[], kind: RegExp): Entity | undefined =>
  entities.find(({ types }) => types.some((type) => kind.test(type)));

/** Finds a name before a mail address: `Tom Alderwick, tom@example.org`. */
const findNameNextToMail = ({ address, around }: { address: string; around: string }): string | undefined =>
  /^(\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+){1,3})[,:\s]*$/u.exec(around.split(address)[0]!.trim())?.[1]?.trim();

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 200).replace(/\s+\S*$/, '')} …` : sentence;
}

export interface CreatorAnswers {
  name: string;
  publication: string;
  oneLiner: string;
  description: string;
  language: string;
}

/** Facts that the draft needs in addition to pages and feeds. */
export interface DraftExtras {
  pictures: CreatorPictures;
  colours: RoomColours;
  /** Date of today in ISO 8601. */
  today: string;
}

export function draftCreator(
  found: Discovery,
  answers: CreatorAnswers,
  { pictures, colours, today }: DraftExtras,
): Creator {
  const { name, publication, language } = answers;
  const bios = draftBios(found, name, language);
  const themes = draftThemesFromPages(found, answers);
  const { portrait, banner, cover, headshots, logos } = pictures;
  const pressContact = findContact(found, name);
  const draft: Creator = {
    ...answers,
    tagline: findJobTitle(found),
    topics: themes.map(({ label }) => label),
    themes,
    ...colours,
    portrait,
    banner,
    bios,
    ...findPronunciation(found),
    stats: findFigures(found),
    headshots: nonEmptyList([...(portrait ? [portrait] : []), ...headshots]),
    logos: nonEmptyList(logos),
    pressContact,
    links: nonEmptyList(draftLinks(found, publication)),
    speaking: draftSpeaking(found, bios?.medium, language),
    podcast: cover ? { image: cover } : undefined,
    timeZone: guessTimeZone(),
    updatedAt: today,
  };
  // Removes undefined fields.
  return JSON.parse(JSON.stringify(draft)) as Creator;
}

/** Returns the time zone of this machine, unless it is UTC as on servers. */
export function guessTimeZone(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return /^(UTC|Etc\/.*)$/.test(zone) ? undefined : zone;
}

const nonEmptyList = <T>(list: T[]): T[] | undefined => (list.length ? list : undefined);

function draftThemesFromPages({ pages, asides, feeds }: Discovery, { name, publication, language }: CreatorAnswers) {
  const main = feeds.filter(({ isAside }) => !isAside);
  const topics = [...pages, ...asides].flatMap(({ keywords, entities }) => [
    ...entities.flatMap((entity) => entity.topics),
    ...keywords,
  ]);
  const names = [name, publication, ...main.map(({ title = '' }) => title)];
  return draftThemes(
    main.flatMap(({ about }) => about),
    topics,
    names,
    language,
  );
}

function draftLinks(found: Discovery, publication: string): { label: string; url: string }[] {
  const sites = found.pages.map(({ url }) => ({ label: publication, url }));
  const profiles = found.pages.flatMap(({ links }) => links.filter(({ isMe }) => isMe));
  const isFeed = (url: string) => found.feeds.some((feed) => feed.url === url);
  const labelled = profiles.flatMap(({ url }) => {
    const label = isFeed(url) ? undefined : labelLink({ url }, found);
    return label ? [{ label, url }] : [];
  });
  return [...new Map([...sites, ...labelled].map((link) => [link.url, link])).values()].slice(0, 20);
}
