// From the addresses that a creator names to the feeds behind them; every candidate is fetched and read before it counts.
import { showControlsInLine } from '#domain/text/invisible.ts';
import {
  type FeedCandidate,
  findLikelySubpages,
  feedsLinkedByPage,
  findAboutPages,
  findProfiles,
  candidatesAtCommonPaths,
} from './candidates.ts';
import type { PageFacts } from './page-facts.ts';
import type { ReadPage } from './page-reader.ts';
import type { FeedFacts, ReadFeedFacts } from './feed-facts.ts';
import type { GetPage, WebPage } from './web.ts';

export interface FoundFeed extends FeedFacts {
  url: string;
  /** The address before redirects. */
  asked: string;
  how: string;
  /** Comments of readers and the like: listed, but not taken unless asked for. */
  isAside: boolean;
}
export interface Discovery {
  pages: PageFacts[];
  /** Pages of the site that tell of the creator: about, press, the show. */
  asides: PageFacts[];
  feeds: FoundFeed[];
  hints: string[];
  problems: string[];
}
export interface DiscoveryDeps {
  get: GetPage;
  readPage: ReadPage;
  readFeed: ReadFeedFacts;
}

const maxCandidates = 40;
const maxSubpages = 4;
const maxChannels = 4;
const maxAboutPages = 5;

export async function discoverFeeds(urls: string[], tools: DiscoveryDeps): Promise<Discovery> {
  const search = new Search(tools);
  for (const url of urls) await search.visit(url);
  return search.discovery;
}

/** One run of discovery: remembers what was asked already, so that nothing is asked twice. */
class Search {
  readonly discovery: Discovery = { pages: [], asides: [], feeds: [], hints: [], problems: [] };
  readonly #tools: DiscoveryDeps;
  readonly #asked = new Set<string>();
  readonly #known = new Set<string>();

  constructor(tools: DiscoveryDeps) {
    this.#tools = tools;
  }

  /** An address that the creator named: a feed, or a page to look around from. */
  async visit(url: string): Promise<void> {
    const page = await this.#get(url);
    if (!page) return;
    if (await this.#takeFeed(page, { url, how: 'named by you' })) return;
    const facts = await this.#readPage(page);
    if (!facts) return;
    this.discovery.pages.push(facts);
    const before = this.#mainFeeds();
    await this.#confirm(feedsLinkedByPage(facts));
    if (this.#mainFeeds() === before) await this.#confirm(candidatesAtCommonPaths(facts.url), { quiet: true });
    if (this.#mainFeeds() === before) await this.#lookAround(findLikelySubpages(facts).slice(0, maxSubpages));
    await this.#followProfiles(facts);
    await this.#readAsides(facts);
  }

  async #readAsides(facts: PageFacts): Promise<void> {
    for (const url of findAboutPages(facts).slice(0, maxAboutPages)) {
      const page = await this.#get(url, true);
      const aside = page && !(await this.#takeFeed(page, { url, how: 'linked' })) && (await this.#readPage(page));
      if (aside) this.discovery.asides.push(aside);
    }
  }

  async #followProfiles(facts: PageFacts): Promise<void> {
    const { candidates, channelPages, hints } = findProfiles(facts);
    await this.#confirm(candidates, { quiet: true });
    await this.#lookAround(channelPages.slice(0, maxChannels));
    this.discovery.hints.push(...hints.filter((hint) => !this.discovery.hints.includes(hint)));
  }

  async #lookAround(urls: string[]): Promise<void> {
    for (const url of urls) {
      const page = await this.#get(url);
      const facts = page && (await this.#readPage(page));
      if (facts) await this.#confirm(feedsLinkedByPage(facts));
    }
  }

  async #confirm(candidates: FeedCandidate[], { quiet = false } = {}): Promise<void> {
    const fresh = candidates.filter(({ url }) => !this.#asked.has(url) && this.#asked.add(url)).slice(0, maxCandidates);
    const pages = await Promise.all(fresh.map(({ url }) => this.#get(url, quiet)));
    for (const [at, candidate] of fresh.entries()) {
      const page = pages[at];
      const isFeed = page && (await this.#takeFeed(page, candidate));
      if (page && !isFeed && !quiet) this.#note(candidate.url, `${candidate.how}, but it is no feed that can be read`);
    }
  }

  async #takeFeed(page: WebPage, { url: asked, how, title }: FeedCandidate): Promise<boolean> {
    const facts = await this.#tools.readFeed(page);
    if (!facts) return false;
    this.#asked.add(page.url);
    if (this.#known.has(page.url) || this.#known.has(facts.fingerprint)) return true;
    this.#known.add(page.url).add(facts.fingerprint);
    const named = { ...facts, title: facts.title || title };
    this.discovery.feeds.push({ ...named, url: page.url, asked, how, isAside: isSecondaryFeed(page.url, named.title) });
    return true;
  }

  async #get(url: string, quiet = false): Promise<WebPage | undefined> {
    try {
      return await this.#tools.get(url);
    } catch (error) {
      if (!quiet) this.#note(url, (error as Error).message);
      return undefined;
    }
  }

  async #readPage(page: WebPage): Promise<PageFacts | undefined> {
    try {
      return await this.#tools.readPage(page);
    } catch (error) {
      this.#note(page.url, (error as Error).message);
      return undefined;
    }
  }

  #note(url: string, what: string): void {
    this.discovery.problems.push(showControlsInLine(`${url}: ${what}`));
  }

  #mainFeeds = (): number => this.discovery.feeds.filter(({ isAside }) => !isAside).length;
}

const isSecondaryFeed = (url: string, title = ''): boolean =>
  /\/comments(\/|$)|[?&]feed=comments/.test(url) || /^comments (on|for)\b|comments feed$/i.test(title);
