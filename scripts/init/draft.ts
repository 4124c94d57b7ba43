// What was found as a first creator.json, with where each guess comes from.
import type { Creator } from '#contract/schemas/content-files.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { Colours } from './colours.ts';
import type { Discovery } from './discover.ts';
import type { Entity } from './json-ld.ts';
import { biosOf, contactOf, figuresOf, jobOf, sayingOf, speakingOf } from './person.ts';
import type { OwnPictures } from './pictures.ts';
import { labelOf } from './profile-names.ts';
import { themesFrom } from './themes.ts';

/** A value and what says so. */
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

const person = /^Person$/;
const publisher = /^(WebSite|Blog|Organization|NewsMediaOrganization|PodcastSeries)$/;

export function guessesFrom({ pages, feeds }: Discovery, urls: string[]): Guesses {
  const main = feeds.filter(({ isAside }) => !isAside);
  const entities = pages.flatMap((page) => page.entities);
  const nameOf = (kind: RegExp) => entityOf(entities, kind)?.name;
  const host = new URL(urls[0]!).hostname.replace(/^www\./, '');
  const ownTitle = first(pages.map(({ title }) => title))?.split(/\s+[|–—·-]\s+/)[0];
  const feedTitle = first(main.map(({ title }) => title));
  // At a host of shows, each has a page below the host's own: its title is the show's, its site name the host's.
  const isHosted = ownTitle !== undefined && ownTitle === feedTitle && new URL(pages[0]!.url).pathname.length > 1;
  const publication = guess(
    [isHosted ? feedTitle : undefined, 'the title of the page and of a feed'],
    [first(pages.map(({ siteName }) => siteName)), 'the site name of the page'],
    [nameOf(publisher), 'JSON-LD'],
    [feedTitle, 'the title of a feed'],
    [ownTitle, 'the title of the page'],
    [host, 'the address; please correct it'],
  );
  const description = guess(
    [first(pages.map((page) => page.description)), 'the description of the page'],
    [entityOf(entities, person)?.description ?? entityOf(entities, publisher)?.description, 'JSON-LD'],
    [first(main.map((feed) => feed.description)), 'the description of a feed'],
    [`${publication.value}.`, 'nothing said; please write it'],
  );
  return {
    name: guess(
      [nameOf(person), 'JSON-LD'],
      [first(pages.map(({ author }) => author)), 'the author of the page'],
      [first(main.map(({ author }) => author)), 'the author of a feed'],
      [first(pages.flatMap(({ people }) => people.mails.map(nameBeside))), 'the words beside the mail address'],
      [publication.value, 'the publication; please correct it'],
    ),
    publication,
    oneLiner: { value: firstSentence(description.value), from: description.from },
    description,
    language: guess(
      [first(pages.map(({ language }) => languageTag(language))), 'the page'],
      [first(main.map(({ language }) => languageTag(language))), 'a feed'],
      ['en', 'nothing said; please correct it'],
    ),
  };
}

function guess(...sources: [string | undefined, string][]): Guess {
  const [value, from] = sources.find(([text]) => text)!;
  return { value: value!.slice(0, 1000), from };
}

const first = (texts: (string | undefined)[]): string | undefined => texts.find(Boolean);
const entityOf = (entities: Entity[], kind: RegExp): Entity | undefined =>
  entities.find(({ types }) => types.some((type) => kind.test(type)));

/** `Tom Alderwick, tom@example.org` */
const nameBeside = ({ address, around }: { address: string; around: string }): string | undefined =>
  /^(\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+){1,3})[,:\s]*$/u.exec(around.split(address)[0]!.trim())?.[1]?.trim();

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 200).replace(/\s+\S*$/, '')} …` : sentence;
}

export interface Answers {
  name: string;
  publication: string;
  oneLiner: string;
  description: string;
  language: string;
}

/** What was fetched besides the pages. */
export interface Extras {
  pictures: OwnPictures;
  colours: Colours;
  /** ISO 8601. */
  today: string;
}

export function creatorDraft(found: Discovery, answers: Answers, { pictures, colours, today }: Extras): Creator {
  const { name, publication, language } = answers;
  const bios = biosOf(found, name, language);
  const themes = themesOf(found, answers);
  const { portrait, banner, cover, headshots, logos } = pictures;
  const pressContact = contactOf(found, name);
  const draft: Creator = {
    ...answers,
    tagline: jobOf(found),
    topics: themes.map(({ label }) => label),
    themes,
    ...colours,
    portrait,
    banner,
    bios,
    ...sayingOf(found),
    stats: figuresOf(found),
    headshots: some([...(portrait ? [portrait] : []), ...headshots]),
    logos: some(logos),
    pressContact,
    links: some(linksOf(found, publication)),
    speaking: speakingOf(found, bios?.medium, language),
    podcast: cover ? { image: cover } : undefined,
    timeZone: timeZoneHere(),
    updatedAt: today,
  };
  // Facts that were not found are left out.
  return JSON.parse(JSON.stringify(draft)) as Creator;
}

/** The time zone of the machine that init runs on, unless it is UTC, as on servers. */
export function timeZoneHere(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return /^(UTC|Etc\/.*)$/.test(zone) ? undefined : zone;
}

const some = <T>(list: T[]): T[] | undefined => (list.length ? list : undefined);

function themesOf({ pages, asides, feeds }: Discovery, { name, publication, language }: Answers) {
  const main = feeds.filter(({ isAside }) => !isAside);
  const said = [...pages, ...asides].flatMap(({ keywords, entities }) => [
    ...entities.flatMap(({ topics }) => topics),
    ...keywords,
  ]);
  const names = [name, publication, ...main.map(({ title = '' }) => title)];
  return themesFrom(
    main.flatMap(({ about }) => about),
    said,
    names,
    language,
  );
}

function linksOf(found: Discovery, publication: string): { label: string; url: string }[] {
  const sites = found.pages.map(({ url }) => ({ label: publication, url }));
  const profiles = found.pages.flatMap(({ links }) => links.filter(({ isMe }) => isMe));
  const isFeed = (url: string) => found.feeds.some((feed) => feed.url === url);
  const named = profiles.flatMap(({ url }) => {
    const label = isFeed(url) ? undefined : labelOf({ url }, found);
    return label ? [{ label, url }] : [];
  });
  return [...new Map([...sites, ...named].map((link) => [link.url, link])).values()].slice(0, 20);
}
