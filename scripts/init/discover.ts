// Finds the feeds of the sites that a creator names. Every candidate is fetched and read before it counts.
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
  /** Address before redirects. */
  asked: string;
  /** Source of the feed, for the report. */
  how: string;
  /** True for feeds such as readers' comments, which are listed but not added by default. */
  isAside: boolean;
}
export interface Discovery {
  pages: PageFacts[];
  /** Pages of the site about the creator: about, press, the show. */
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

/** One run of discovery. Requests no address twice. */
class Search {
  readonly discovery: Discovery = { pages: [], asides: [], feeds: [], hints: [], problems: [] };
  readonly #tools: DiscoveryDeps;
  readonly #requested = new Set<string>();
  readonly #readFeeds = new Set<string>();

  constructor(tools: DiscoveryDeps) {
    this.#tools = tools;
  }

  /** Visits an address that the creator named: a feed, or a page from which to search for feeds. */
  async visit(url: string): Promise<void> {
    const page = await this.#get(url);
    if (!page) return;
    if (await this.#addFeed(page, { url, how: 'named by you' })) return;
    const facts = await this.#readPage(page);
    if (!facts) return;
    this.discovery.pages.push(facts);
    const before = this.#mainFeeds();
    await this.#tryCandidates(feedsLinkedByPage(facts));
    if (this.#mainFeeds() === before) await this.#tryCandidates(candidatesAtCommonPaths(facts.url), { quiet: true });
    if (this.#mainFeeds() === before) await this.#searchPages(findLikelySubpages(facts).slice(0, maxSubpages));
    await this.#followProfiles(facts);
    await this.#readAboutPages(facts);
  }

  async #readAboutPages(facts: PageFacts): Promise<void> {
    for (const url of findAboutPages(facts).slice(0, maxAboutPages)) {
      const page = await this.#get(url, true);
      const aside = page && !(await this.#addFeed(page, { url, how: 'linked' })) && (await this.#readPage(page));
      if (aside) this.discovery.asides.push(aside);
    }
  }

  async #followProfiles(facts: PageFacts): Promise<void> {
    const { candidates, channelPages, hints } = findProfiles(facts);
    await this.#tryCandidates(candidates, { quiet: true });
    await this.#searchPages(channelPages.slice(0, maxChannels));
    this.discovery.hints.push(...hints.filter((hint) => !this.discovery.hints.includes(hint)));
  }

  async #searchPages(urls: string[]): Promise<void> {
    for (const url of urls) {
      const page = await this.#get(url);
      const facts = page && (await this.#readPage(page));
      if (facts) await this.#tryCandidates(feedsLinkedByPage(facts));
    }
  }

  async #tryCandidates(candidates: FeedCandidate[], { quiet = false } = {}): Promise<void> {
    const newCandidates = candidates
      .filter(({ url }) => !this.#requested.has(url) && this.#requested.add(url))
      .slice(0, maxCandidates);
    const pages = await Promise.all(newCandidates.map(({ url }) => this.#get(url, quiet)));
    for (const [at, candidate] of newCandidates.entries()) {
      const page = pages[at];
      const isFeed = page && (await this.#addFeed(page, candidate));
      if (page && !isFeed && !quiet) this.#addProblem(candidate.url, `${candidate.how}, but not a readable feed`);
    }
  }

  async #addFeed(page: WebPage, { url: asked, how, title }: FeedCandidate): Promise<boolean> {
    const facts = await this.#tools.readFeed(page);
    if (!facts) return false;
    this.#requested.add(page.url);
    if (this.#readFeeds.has(page.url) || this.#readFeeds.has(facts.fingerprint)) return true;
    this.#readFeeds.add(page.url).add(facts.fingerprint);
    const titled = { ...facts, title: facts.title || title };
    this.discovery.feeds.push({
      ...titled,
      url: page.url,
      asked,
      how,
      isAside: isSecondaryFeed(page.url, titled.title),
    });
    return true;
  }

  async #get(url: string, quiet = false): Promise<WebPage | undefined> {
    try {
      return await this.#tools.get(url);
    } catch (error) {
      if (!quiet) this.#addProblem(url, (error as Error).message);
      return undefined;
    }
  }

  async #readPage(page: WebPage): Promise<PageFacts | undefined> {
    try {
      return await this.#tools.readPage(page);
    } catch (error) {
      this.#addProblem(page.url, (error as Error).message);
      return undefined;
    }
  }

  #addProblem(url: string, problem: string): void {
    this.discovery.problems.push(showControlsInLine(`${url}: ${problem}`));
  }

  #mainFeeds = (): number => this.discovery.feeds.filter(({ isAside }) => !isAside).length;
}

const isSecondaryFeed = (url: string, title = ''): boolean =>
  /\/comments(\/|$)|[?&]feed=comments/.test(url) || /^comments (on|for)\b|comments feed$/i.test(title);
