// Finds the feeds of the sites that a creator names, and reads the pages that they link to. Every candidate is fetched
// and read before it counts.
import { isDeepStrictEqual } from 'node:util';
import type { Notice } from '#contract/notices.ts';
import { type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import {
  type FeedCandidate,
  feedsLinkedByPage,
  findProfiles,
  findSitePages,
  candidatesAtCommonPaths,
  isHostedPage,
} from './candidates.ts';
import type { PageFacts } from './page-facts.ts';
import type { FeedFacts } from './feed-facts.ts';
import type { PageReader, PageReading } from './page-reader.ts';
import type { GetPage, WebPage } from './web.ts';

export interface FoundFeed extends FeedFacts {
  url: string;
  /** Address before redirects. */
  statedUrl: string;
  /** Source of the feed, for the report. */
  how: string;
  /** True for feeds such as readers' comments, which are listed but not added by default. */
  isAside: boolean;
}

export interface NamedPage extends PageFacts {
  /** True for a page of one creator on a host of many. */
  isHosted: boolean;
}

/** Reason why an address could not be read, or is not the feed that a page says it is. */
export interface PageProblem extends SourceProblem {
  url: string;
}

export interface Discovery {
  /** Pages that the creator named. */
  pages: NamedPage[];
  /** Pages of the same sites that these link to. */
  asides: PageFacts[];
  feeds: FoundFeed[];
  hints: Notice[];
  problems: PageProblem[];
}

export interface DiscoveryDeps {
  get: GetPage;
  read: PageReader['read'];
}

interface TrialOptions {
  /** True if failures are not reported, since nobody named the addresses. */
  quiet?: boolean;
  /** True for candidates of a page that a named page links to. */
  isLinkedPage?: boolean;
}

const maxCandidates = 40;
const maxChannels = 4;
const maxSitePages = 24;
const maxSiteBytes = 24 * 1024 * 1024;

export async function discoverFeeds(urls: string[], deps: DiscoveryDeps): Promise<Discovery> {
  const search = new Search(deps);
  for (const url of urls) await search.visit(url);
  return search.discovery;
}

/** One run of discovery. Requests no address twice. */
class Search {
  readonly discovery: Discovery = { pages: [], asides: [], feeds: [], hints: [], problems: [] };
  readonly #deps: DiscoveryDeps;
  readonly #requested = new Set<string>();
  readonly #readFeeds = new Set<string>();

  constructor(deps: DiscoveryDeps) {
    this.#deps = deps;
  }

  /** Visits an address that the creator named: a feed, or a page from which to search for feeds. */
  async visit(url: string): Promise<void> {
    const page = await this.#getNamed(url);
    if (!page) return;
    this.#requested.add(url).add(page.url);
    const facts = await this.#readOrAdd(page, { url, how: 'named by you' });
    if (!facts) return;
    const before = this.#mainFeeds();
    await this.#tryCandidates(feedsLinkedByPage(facts));
    if (this.#mainFeeds() === before) await this.#tryCandidates(candidatesAtCommonPaths(facts.url), { quiet: true });
    const isHosted = isHostedPage(
      facts,
      this.discovery.feeds.flatMap(({ title }) => title ?? []),
    );
    const namedPage = { ...facts, isHosted };
    this.discovery.pages.push(namedPage);
    await this.#readSite(namedPage);
    await this.#followProfiles(namedPage);
  }

  /** A host without TLS is requested over http. */
  async #getNamed(url: string): Promise<WebPage | undefined> {
    try {
      return await this.#deps.get(url);
    } catch (error) {
      const plain = url.replace(/^https:/, 'http:');
      const page = plain === url ? undefined : await this.#get(plain, true);
      if (page) this.#addHint({ code: 'https_missing', details: { host: new URL(url).host } });
      else this.#addProblem(url, toSourceProblem(error as Error));
      return page;
    }
  }

  /** Reads the pages that a named page links, one step away. */
  async #readSite(page: NamedPage): Promise<void> {
    const itemUrls = new Set(this.discovery.feeds.flatMap(({ itemUrls }) => itemUrls));
    const urls = findSitePages(page, { isHosted: page.isHosted, itemUrls }).filter((url) => !this.#requested.has(url));
    let bytes = 0;
    for (const [at, url] of urls.entries()) {
      if (at >= maxSitePages || bytes > maxSiteBytes) {
        const count = urls.length - at;
        this.#addHint({ code: 'pages_not_read', details: { count, url: page.url } });
        return;
      }
      this.#requested.add(url);
      const linked = await this.#get(url);
      bytes += linked?.bytes.length ?? 0;
      if (linked) await this.#readLinkedPage(linked, url);
    }
  }

  async #readLinkedPage(page: WebPage, url: string): Promise<void> {
    const facts = await this.#readOrAdd(page, { url, how: 'linked' }, true);
    if (!facts || !/html/.test(page.contentType)) return;
    this.discovery.asides.push(facts);
    await this.#tryCandidates(feedsLinkedByPage(facts), { isLinkedPage: true });
  }

  async #followProfiles(facts: NamedPage): Promise<void> {
    const { candidates, channelPages, hints } = findProfiles(facts);
    await this.#tryCandidates(candidates, { quiet: true });
    for (const url of channelPages.slice(0, maxChannels)) {
      const page = await this.#get(url);
      const channel = page && (await this.#readOrAdd(page, { url, how: 'linked' }));
      if (channel) await this.#tryCandidates(feedsLinkedByPage(channel));
    }
    for (const hint of hints) this.#addHint(hint);
  }

  async #tryCandidates(candidates: FeedCandidate[], options: TrialOptions = {}): Promise<void> {
    const fresh = candidates.filter(({ url }) => !this.#requested.has(url) && this.#requested.add(url));
    for (const { url } of fresh.slice(maxCandidates)) this.#addProblem(url, { code: 'too_many_feeds', details: {} });
    const tried = fresh.slice(0, maxCandidates);
    const pages = await Promise.all(tried.map(({ url }) => this.#get(url, options.quiet)));
    for (const [at, page] of pages.entries()) if (page) await this.#tryPage(page, tried[at]!, options);
  }

  async #tryPage(page: WebPage, candidate: FeedCandidate, { quiet, isLinkedPage }: TrialOptions): Promise<void> {
    const reading = await this.#read(page);
    if (!reading) return;
    if ('feed' in reading) this.#addFeed(page, reading.feed, candidate, isLinkedPage);
    else if (!quiet) this.#addProblem(candidate.url, reading.whyNoFeed);
  }

  /** Returns the facts of a web page; adds a feed and returns undefined. */
  async #readOrAdd(page: WebPage, candidate: FeedCandidate, isLinkedPage = false): Promise<PageFacts | undefined> {
    const reading = await this.#read(page);
    if (!reading || 'page' in reading) return reading?.page;
    this.#addFeed(page, reading.feed, candidate, isLinkedPage);
    return undefined;
  }

  /** Feeds that repeat another are not added. */
  #addFeed(page: WebPage, facts: FeedFacts, { url: statedUrl, how, title }: FeedCandidate, isLinkedPage = false): void {
    this.#requested.add(page.url);
    if (this.#readFeeds.has(page.url) || this.#readFeeds.has(facts.fingerprint)) return;
    this.#readFeeds.add(page.url).add(facts.fingerprint);
    const feed = { ...facts, title: facts.title || title, url: page.url, statedUrl, how };
    const isAside = isComments(feed) || (isLinkedPage && this.#isPartial(feed));
    this.discovery.feeds.push({ ...feed, isAside });
  }

  /** Returns true for an empty feed or one of a category, which shares items with another feed of the same type. */
  #isPartial({ itemUrls, type }: FeedFacts): boolean {
    const knownUrls = new Set(
      this.discovery.feeds.filter((feed) => feed.type === type).flatMap((feed) => feed.itemUrls),
    );
    return itemUrls.length === 0 || itemUrls.some((url) => knownUrls.has(url));
  }

  async #get(url: string, quiet = false): Promise<WebPage | undefined> {
    try {
      return await this.#deps.get(url);
    } catch (error) {
      if (!quiet) this.#addProblem(url, toSourceProblem(error as Error));
      return undefined;
    }
  }

  async #read(page: WebPage): Promise<PageReading | undefined> {
    try {
      return await this.#deps.read(page);
    } catch (error) {
      this.#addProblem(page.url, toSourceProblem(error as Error));
      return undefined;
    }
  }

  #addHint(hint: Notice): void {
    const { hints } = this.discovery;
    if (!hints.some((one) => isDeepStrictEqual(one, hint))) hints.push(hint);
  }

  #addProblem(url: string, problem: SourceProblem): void {
    this.discovery.problems.push({ url, ...problem });
  }

  #mainFeeds = (): number => this.discovery.feeds.filter(({ isAside }) => !isAside).length;
}

const isComments = ({ url, title = '', isComments }: FeedFacts & { url: string }): boolean =>
  isComments || /\/comments(\/|$)|[?&]feed=comments/.test(url) || /^comments (on|for)\b|comments feed$/i.test(title);
