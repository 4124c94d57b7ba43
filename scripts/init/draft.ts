// What was found as a first creator.json and feeds.json, with where each guess comes from.
import { contentTypes } from '#contract/content-types.ts';
import type { Creator, Feed, FeedsFile } from '#contract/schemas/content-files.ts';
import { slugOf } from '#domain/ids.ts';
import type { Discovery, FoundFeed } from './discover.ts';
import type { Entity } from './json-ld.ts';

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
  const publication = guess(
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

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 200).replace(/\s+\S*$/, '')} …` : sentence;
}

function languageTag(text: string | undefined): string | undefined {
  try {
    return text && Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

export interface Answers {
  name: string;
  publication: string;
  oneLiner: string;
  description: string;
  language: string;
}

export function creatorDraft({ pages, feeds }: Discovery, answers: Answers): Creator {
  const accentColor = pages.map(({ themeColor }) => hexColor(themeColor)).find(Boolean);
  const sites = pages.map(({ url }) => ({ label: new URL(url).hostname.replace(/^www\./, ''), url }));
  const profiles = pages.flatMap(({ links }) => links.filter(({ isMe }) => isMe));
  const links = [...sites, ...profiles.map(({ url, text }) => ({ label: text || new URL(url).hostname, url }))];
  const own = [...new Map(links.map((link) => [link.url, link])).values()].slice(0, 20);
  const keywords = [
    ...pages.flatMap((page) => page.keywords),
    ...feeds.flatMap(({ isAside, topics }) => (isAside ? [] : topics)),
  ];
  return {
    ...answers,
    topics: [...new Map(keywords.map((word) => [word.toLowerCase(), word])).values()].slice(0, 8),
    themes: [],
    ...(accentColor && { accentColor }),
    ...(own.length && { links: own }),
  };
}

function hexColor(text: string | undefined): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text ?? '');
  if (short) return `#${short[1]!.repeat(2)}${short[2]!.repeat(2)}${short[3]!.repeat(2)}`;
  return /^#[0-9a-f]{6}$/i.test(text ?? '') ? text : undefined;
}

export function feedsDraft(feeds: FoundFeed[], autoReview: boolean, allowPrivateHosts: string[]): FeedsFile {
  const ids = new Set<string>();
  const drafts = feeds.map((feed): Feed => {
    const isAuto = autoReview && !contentTypes[feed.type].isAlwaysReviewed;
    const draft = { id: freeId(feed, ids), url: feed.url, ...(feed.title && { title: feed.title }) };
    return isAuto ? { ...draft, review: 'auto' } : draft;
  });
  return { feeds: drafts, ...(allowPrivateHosts.length && { allowPrivateHosts }) };
}

function freeId({ title, url }: FoundFeed, taken: Set<string>): string {
  const slug = slugOf(title || new URL(url).hostname);
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}
