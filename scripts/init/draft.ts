// Drafts creator.json from the discovered pages and feeds.
import type { Creator } from '#contract/schemas/content-files.ts';
import { isNamed, plainName, splitPersons } from '#domain/names.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { RoomColours } from './colours.ts';
import type { Discovery } from './discover.ts';
import type { Entity } from './json-ld.ts';
import { draftContacts, findOwnerNames } from './contacts.ts';
import { draftBios, findFigures, findJobTitle, findPronunciation, draftSpeaking } from './person.ts';
import type { CreatorPictures } from './pictures.ts';
import { draftThemes } from './themes.ts';
import type { PageLink } from './page-facts.ts';

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
const groupTypes = /^(Music|Performing|Dance|Theater)Group$/;
const publisherTypes = /^(WebSite|Blog|Organization|NewsMediaOrganization|PodcastSeries|\w+Group)$/;

export function guessCreator(found: Discovery, urls: string[]): Guesses {
  const { pages, asides } = found;
  const feeds = found.feeds.filter(({ isAside }) => !isAside);
  const entities = [...pages, ...asides].flatMap((page) => page.entities);
  const publication = guessPublication(found, urls);
  const names = [
    [(findEntity(entities, groupTypes) ?? findEntity(entities, personTypes))?.name, 'the structured data of the page'],
    [firstNonEmpty(pages.map(({ author }) => author)), 'the author of the page'],
    [firstNonEmpty(feeds.map(({ author }) => author)), 'the author of a feed'],
    [firstNonEmpty(pages.flatMap(findOwnerNames)), 'the text next to the mail address'],
    [firstNonEmpty(pages.map(({ isHosted, people }) => (isHosted ? undefined : people.owner))), 'the copyright notice'],
  ] satisfies GuessSource[];
  const name = firstGuess(...preferFullName(names), [publication.value, 'the publication; please correct']);
  const titles = [name.value, publication.value, ...feeds.flatMap(({ title }) => title ?? [])].map(comparable);
  const toDescription = (text: string | undefined) => {
    const description = cleanDescription(text);
    return titles.includes(comparable(description)) ? undefined : description;
  };
  const description = firstGuess(
    [firstNonEmpty(pages.map((page) => toDescription(page.description))), 'the description of the page'],
    [toDescription(findEntity(entities, personTypes)?.description), 'the structured data of the page'],
    [toDescription(findEntity(entities, publisherTypes)?.description), 'the structured data of the page'],
    [toDescription(feeds[0]?.description), 'the description of a feed'],
    ['', 'nothing; please write one'],
  );
  return {
    name,
    publication,
    oneLiner: { value: firstSentence(description.value), from: description.from },
    description,
    language: firstGuess(
      [firstNonEmpty(pages.map(({ language }) => languageTag(language))), 'the page'],
      [firstNonEmpty(feeds.map(({ language }) => languageTag(language))), 'a feed'],
      ['en', 'a default; please correct'],
    ),
  };
}

type GuessSource = [string | undefined, string];

/** A name in full comes before one with an initial: `Rufus Tannenbaum` before `RUFUS T.` */
function preferFullName(names: GuessSource[]): GuessSource[] {
  const firstName = names.find(([name]) => name)?.[0];
  if (!firstName || !/\s\p{Lu}\.?$/u.test(firstName)) return names;
  const givenName = firstName.split(' ')[0]!.toLowerCase();
  const isFuller = ([name]: GuessSource) =>
    name?.toLowerCase().startsWith(`${givenName} `) && name.length > firstName.length;
  return [...names.filter(isFuller), ...names];
}

/** Words of a title without signs, to compare titles. */
const comparable = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Removes addresses and the advertisement that Substack adds. */
const cleanDescription = (text = ''): string =>
  text
    .replace(/\s*Click to read .{0,300}(?:subscribers|publication|newsletter)\b.*$/, '')
    .replace(/\s*https?:\/\/\S+/g, '')
    .trim();

function guessPublication({ pages, feeds }: Discovery, urls: string[]): Guess {
  const ownPages = pages.filter(({ isHosted }) => !isHosted);
  const titles = feeds.flatMap(({ isAside, title }) => (isAside || !title ? [] : [title]));
  const parts = pages.flatMap(({ title = '' }) => title.split(titleSeparator)).filter(Boolean);
  const sharedName = [...ownPages.flatMap(({ heading }) => heading ?? []), ...parts].find(
    (part) => comparable(part) && titles.some((title) => ` ${comparable(title)} `.includes(` ${comparable(part)} `)),
  );
  const sameTitle = titles.find((title) => sharedName && comparable(title) === comparable(sharedName));
  const entities = ownPages.flatMap((page) => page.entities);
  return firstGuess(
    [firstNonEmpty(ownPages.map(({ siteName }) => siteName)), 'the site name of the page'],
    [findEntity(entities, publisherTypes)?.name, 'the structured data of the page'],
    [sameTitle ?? sharedName, 'the title of the page and of a feed'],
    [titles[0], 'the title of a feed'],
    [parts[0], 'the title of the page'],
    [new URL(urls[0]!).hostname.replace(/^www\./, ''), 'the address; please correct'],
  );
}

const titleSeparator = /\s+[|–—·-]\s+|｜/;

function firstGuess(...sources: GuessSource[]): Guess {
  const [value, from] = sources.find(([text]) => text) ?? sources.at(-1)!;
  return { value: (value ?? '').slice(0, 1000), from };
}

const firstNonEmpty = (texts: (string | undefined)[]): string | undefined => texts.find(Boolean);
const findEntity = (entities: Entity[], kind: RegExp): Entity | undefined =>
  entities.find(({ types }) => types.some((type) => kind.test(type)));

const minWords = 4;

/** Returns the first sentence, or more of them if it has hardly a word. */
function firstSentence(text: string): string {
  let sentence = '';
  for (const next of text.match(/.+?(?:[.!?](?=\s|$)|[。！？]|$)/g) ?? []) {
    sentence += next;
    if (sentence.split(/\s+/).length >= minWords || sentence.length > 15) break;
  }
  return sentence.length > 200 ? `${sentence.slice(0, 200).replace(/\s+\S*$/, '')} …` : sentence.trim();
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

/** Drafts creator.json from what the pages and feeds state. */
export function draftCreator(
  found: Discovery,
  answers: CreatorAnswers,
  { pictures, colours, today }: DraftExtras,
): Creator {
  const { name, publication, language } = answers;
  const bios = draftBios(found, name, language);
  const { stated: themes } = draftThemesFromPages(found, answers);
  const { portrait, banner, cover, headshots, logos } = pictures;
  const draft: Creator = {
    ...answers,
    members: draftMembers(found, answers),
    jobTitle: findJobTitle(found),
    topics: themes.map(({ label }) => label),
    themes,
    ...colours,
    portrait,
    banner,
    bios,
    ...findPronunciation(found, name),
    stats: findFigures(found),
    headshots: nonEmptyList([...(portrait ? [portrait] : []), ...headshots]),
    logos: nonEmptyList(logos),
    ...draftContacts(found, name),
    links: nonEmptyList(draftLinks(found, publication)),
    speaking: draftSpeaking(found, bios?.medium ?? bios?.long ?? bios?.short, language),
    podcast: cover ? { image: cover } : undefined,
    timeZone: guessTimeZone(),
    updatedAt: today,
  };
  // Removes undefined fields.
  return JSON.parse(JSON.stringify(draft)) as Creator;
}

/**
 * Returns the members of a group, or the persons of a name such as “Ann Lee & Bob Ray”, with what the pages say about
 * each.
 */
function draftMembers({ pages, asides }: Discovery, { name, publication }: CreatorAnswers): Creator['members'] {
  const all = [...pages, ...asides];
  const entities = all.flatMap((page) => page.entities);
  const { members = [] } = entities.find((entity) => isNamed({ name }, entity.name)) ?? {};
  const names = members.length > 1 ? members : splitPersons(name);
  const arePersons = names.length > 1 && names.every((one) => one.includes(' '));
  if (names !== members && (!arePersons || plainName(name) === plainName(publication))) return undefined;
  const lines = all.flatMap(({ people }) => people.rows.flatMap((cells) => cells[0] ?? []));
  return names.map((one) => {
    const entity = entities.find((person) => isNamed({ name: one }, person.name));
    const line = lines.find((text) => text.startsWith(one) && /^\s*[:：,،、–—-]/u.test(text.slice(one.length)));
    const bio = entity?.description ?? line?.slice(one.length).replace(/^[\s:：,،、–—-]+/u, '');
    return { name: one, ...(bio && { bio }) };
  });
}

/** Returns the time zone of this machine, unless it is UTC as on servers. */
export function guessTimeZone(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return /^(UTC|Etc\/.*)$/.test(zone) ? undefined : zone;
}

const nonEmptyList = <T>(list: T[]): T[] | undefined => (list.length ? list : undefined);

export function draftThemesFromPages(
  { pages, asides, feeds }: Discovery,
  { name, publication, language }: CreatorAnswers,
): ReturnType<typeof draftThemes> {
  const main = feeds.filter(({ isAside }) => !isAside);
  const topics = [...pages, ...asides].flatMap(({ keywords, entities }) => [
    ...entities.flatMap((entity) => entity.topics),
    ...keywords,
  ]);
  const names = [name, publication, ...main.map(({ title = '' }) => title)];
  return draftThemes({ entries: main.flatMap(({ about }) => about), topics, names, language });
}

const pressKit =
  /\b(press|presse\w*|media|medien\w*|prensa|stampa|imprensa|pers\w*|photos?|fotos?)\b|プレス|報道|صحف/iu;

/** Lists documents and archives for the press, such as “Dossier de presse (PDF)”. */
const listPressKits = ({ pages, asides }: Discovery): { label: string; url: string }[] =>
  [...pages, ...asides]
    .flatMap(({ links }) => links)
    .filter(({ url, text }) => /\.(pdf|zip)$/i.test(new URL(url).pathname) && pressKit.test(text))
    .map(({ url, text }) => ({ label: text, url }));

/** Lists the site and the profiles of the creator. A label is not repeated. */
function draftLinks(found: Discovery, publication: string): { label: string; url: string }[] {
  const sites = found.pages.map(({ url }) => ({ label: publication, url }));
  const profiles = found.pages.flatMap(({ links }) => links.filter(({ isMe }) => isMe));
  const isFeed = (url: string) => found.feeds.some((feed) => feed.url === url);
  const labelled = profiles.flatMap(({ url }) => {
    const label = isFeed(url) ? undefined : labelLink({ url }, found);
    return label ? [{ label, url }] : [];
  });
  const links = [
    ...new Map([...sites, ...listPressKits(found), ...labelled].map((link) => [link.url, link])).values(),
  ].slice(0, 20);
  return links.map(({ label, url }, at) => {
    const isRepeated = links.findIndex((link) => link.label === label) < at;
    const name = decodeURI(new URL(url).pathname).split('/').filter(Boolean).at(-1) ?? new URL(url).hostname;
    return { label: isRepeated ? `${label} (${name})` : label, url };
  });
}

const namesByHost: [RegExp, string][] = [
  [/(^|\.)youtube\.com$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/^(podcasts|itunes)\.apple\.com$/, 'Apple Podcasts'],
  [/(^|\.)spotify\.com$/, 'Spotify'],
  [/(^|\.)overcast\.fm$/, 'Overcast'],
  [/(^|\.)pocketcasts\.com$|^pca\.st$/, 'Pocket Casts'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud'],
  [/(^|\.)bandcamp\.com$/, 'Bandcamp'],
  [/(^|\.)twitch\.tv$/, 'Twitch'],
  [/(^|\.)substack\.com$/, 'Substack'],
  [/(^|\.)medium\.com$/, 'Medium'],
  [/^bsky\.app$/, 'Bluesky'],
  [/(^|\.)(twitter|x)\.com$/, 'X'],
  [/(^|\.)threads\.(net|com)$/, 'Threads'],
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)facebook\.com$/, 'Facebook'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)github\.com$/, 'GitHub'],
  [/(^|\.)patreon\.com$/, 'Patreon'],
  [/(^|\.)ko-fi\.com$/, 'Ko-fi'],
  [/(^|\.)goodreads\.com$/, 'Goodreads'],
  [/(^|\.)wikipedia\.org$/, 'Wikipedia'],
];

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function findPlatform({ hostname, pathname }: URL): string | undefined {
  const name = namesByHost.find(([host]) => host.test(hostname))?.[1];
  return name ?? (/^\/(@|users\/)[\w.-]+\/?$/.test(pathname) ? 'Mastodon' : undefined);
}

/** Returns the label of a link, or undefined if neither its text nor a platform nor a page names it. */
function labelLink({ url }: Pick<PageLink, 'url'>, { pages, asides }: Discovery): string | undefined {
  const linkText = pages.flatMap(({ links }) => links).find((link) => link.url === url && link.text)?.text;
  if (linkText && linkText.length <= 40) return capitalise(linkText);
  const platform = findPlatform(new URL(url));
  if (platform) return platform;
  const page = [...pages, ...asides].find((one) => one.url === url);
  return page?.siteName ?? page?.title?.split(/\s+[|–—·-]\s+|｜/)[0];
}
