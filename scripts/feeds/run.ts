// Runs npm run feeds and returns its exit code.
import { type Feed, removedFeedActions } from '#contract/schemas/content-files.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';
import { describeSourceProblem } from '#contract/source-problems.ts';
import { showControls } from '#domain/text/invisible.ts';
import type { ReviewDesk } from '../../sidecar/content/review-desk.ts';
import {
  addFeeds,
  recordFeedAnswer,
  type DiscoveredFeed,
  type ItemFate,
  moveFeed,
  excludeKnownFeeds,
  findPendingMove,
  removeFeed,
} from '../../sidecar/content/feed-changes.ts';
import { discoverAt } from '../init/discover-at.ts';
import { createPageGetter } from '../init/fetch-page.ts';
import { describePageProblem, refusedHosts } from '../init/report.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { readIngestReport } from '../ingest/report-file.ts';
import { jsonText } from '../io.ts';
import type { Terminal } from '../terminal.ts';

/** Command with the id of a feed, or the address of a site for `add`. */
export interface FeedsCommand {
  verb: 'add' | 'move' | 'held' | 'same' | 'new' | 'remove';
  feed: string;
}

export interface FeedsDeps {
  desk: ReviewDesk;
  say: (line: string) => void;
  json: boolean;
  fate?: ItemFate | undefined;
  terminal?: Terminal;
}

interface CommandOutput {
  code: 0 | 1;
  lines: string[];
  result: object;
}

const succeeded = (line: string, result: object = {}): CommandOutput => ({
  code: 0,
  lines: [line],
  result: { outcome: 'done', ...result },
});
const failWith = (...lines: string[]): CommandOutput => ({
  code: 1,
  lines,
  result: { outcome: 'failed', problems: lines },
});

export async function runFeeds(command: FeedsCommand | undefined, deps: FeedsDeps): Promise<number> {
  const { code, lines, result } = await (command ? runFeedsCommand(command, deps) : listFeeds(deps));
  if (deps.json) deps.say(jsonText(result));
  else for (const line of lines) deps.say(showControls(line));
  return code;
}

const readLastResults = ({ desk }: FeedsDeps): Record<string, FeedResult> => readIngestReport(desk.contentDir).feeds;

async function listFeeds(deps: FeedsDeps): Promise<CommandOutput> {
  const { feeds } = readFeedsFile(deps.desk.contentDir);
  const last = readLastResults(deps);
  const lines = feeds.flatMap((feed) => [
    `${feed.id}  ${feed.url ?? feed.file}`,
    ...feedStateLines(feed, last[feed.id]),
  ]);
  const rows = feeds.map((feed) => ({ ...feed, last: last[feed.id] }));
  return {
    code: 0,
    lines: lines.length ? lines : ['You have no feeds yet. Add one with npm run feeds -- --add https://…'],
    result: { feeds: rows },
  };
}

function feedStateLines(feed: Feed, last: FeedResult | undefined): string[] {
  const { id } = feed;
  if (!last) return ['    not read yet'];
  const result = {
    failed: `failed: ${last.problem && describeSourceProblem(last.problem)}`,
    held: `on hold: ${last.held?.fresh} entries look new. See them with npm run feeds -- --held ${id}`,
    ok: `${last.found} entries`,
    unchanged: `${last.found} entries`,
  }[last.outcome];
  const movedTo = findPendingMove(feed, last);
  const moved = movedTo && `moved to ${movedTo}. Use the new address with npm run feeds -- --move ${id}`;
  return [`    ${result}, read ${last.at}`, ...(moved ? [`    ${moved}`] : [])];
}

async function runFeedsCommand({ verb, feed }: FeedsCommand, deps: FeedsDeps): Promise<CommandOutput> {
  if (verb === 'remove') return removeWithItems(feed, deps);
  if (verb === 'add') return addFeedsOfSite(feed, deps);
  const knownFeed = readFeedsFile(deps.desk.contentDir).feeds.find(({ id }) => id === feed);
  if (!knownFeed) return failWith(`There is no feed ${feed}. List your feeds with npm run feeds.`);
  const last = readLastResults(deps)[feed];
  if (verb === 'move') return moveToNewAddress(feed, findPendingMove(knownFeed, last), deps);
  const hold = last?.held;
  if (!hold) return failWith(`${feed} is not on hold. Read it with npm run ingest -- --feed ${feed}`);
  if (verb === 'held') return { code: 0, lines: heldFeedLines(feed, hold), result: { held: hold } };
  await recordFeedAnswer(deps.desk, feed, {
    entriesAre: verb === 'same' ? 'known' : 'new',
    fingerprint: hold.fingerprint,
  });
  return succeeded(`Saved. Store the entries with npm run ingest -- --feed ${feed}`);
}

function heldFeedLines(feed: string, { gone: missing, fresh, pairs }: NonNullable<FeedResult['held']>): string[] {
  return [
    `${feed} no longer lists ${missing} known items and has ${fresh} entries that look new. Nothing was stored.`,
    ...pairs.map(({ before, after }) => `  ${before}  →  ${after}`),
    ...(pairs.length < fresh ? [`  … and ${fresh - pairs.length} entries that are new items in any case.`] : []),
    `If these are the same items: npm run feeds -- --same ${feed}. Ids, decisions and your edits stay.`,
    `If they are new items: npm run feeds -- --new ${feed}. The old items stay as well.`,
  ];
}

async function moveToNewAddress(
  feed: string,
  movedTo: string | undefined,
  { desk }: FeedsDeps,
): Promise<CommandOutput> {
  if (!movedTo)
    return failWith(
      `${feed} has not moved according to the last reading. Check again with npm run ingest -- --feed ${feed}`,
    );
  const result = await moveFeed(desk, feed, movedTo);
  if (result.outcome === 'changed') return succeeded(`${feed} now uses ${movedTo}.`, { url: movedTo });
  return failWith(...('problems' in result ? result.problems : [`There is no feed ${feed} with an address.`]));
}

async function removeWithItems(feed: string, deps: FeedsDeps): Promise<CommandOutput> {
  const fate = deps.fate ?? (await askWhatHappensToItems(deps));
  if (!fate) return failWith('Canceled. Nothing was removed.');
  const result = await removeFeed(deps.desk, feed, fate);
  if (result.outcome === 'not_found') return failWith(`There is no feed ${feed} and no item from it.`);
  if (result.outcome === 'invalid') return failWith(...result.problems);
  const itemsSentence = {
    keep: 'Its items stay.',
    hide: `${result.items} ${result.items === 1 ? 'item is' : 'items are'} hidden.`,
    retract: `${result.items} ${result.items === 1 ? 'item was' : 'items were'} retracted.`,
  };
  return succeeded(`${feed} was removed. ${itemsSentence[fate]} Undo with npm run review -- --undo`, {
    items: result.items,
  });
}

async function askWhatHappensToItems({ terminal }: FeedsDeps): Promise<ItemFate | undefined> {
  terminal?.say(
    'What should happen to its items? keep: they stay public. hide: nobody sees them. retract: they are withdrawn.',
  );
  const answer = (await terminal?.ask(`${removedFeedActions.join(', ')}, anything else cancels > `))
    ?.trim()
    .toLowerCase();
  return removedFeedActions.find((one) => one === answer);
}

async function addFeedsOfSite(url: string, deps: FeedsDeps): Promise<CommandOutput> {
  const { desk } = deps;
  const { allowPrivateHosts = [], feeds: known } = readFeedsFile(desk.contentDir);
  const discovery = await discoverAt([url], allowPrivateHosts);
  const { feeds, problems } = discovery;
  const mainFeeds = feeds.filter(({ isAside }) => !isAside);
  const permission = refusedHosts(discovery, [url]).map(
    (host) =>
      `${host} has a private address. If the host is yours, add it to allowPrivateHosts in feeds.json and try again.`,
  );
  if (mainFeeds.length === 0)
    return {
      code: 1,
      lines:
        problems.length > 0 ? [...problems.map(describePageProblem), ...permission] : [`No feed was found at ${url}.`],
      result: { outcome: 'failed', problems },
    };
  const last = readLastResults(deps);
  const unmoved = excludeKnownFeeds(
    mainFeeds,
    known.flatMap(({ id, url }) => [url, last[id]?.movedTo]),
  );
  const result = await addFeeds(desk, await dropRedirectTargets(unmoved, known, allowPrivateHosts));
  if (result.outcome === 'not_found')
    return failWith('There is no feeds.json. Create one with npm run init -- https://your-site.example');
  if (result.outcome === 'invalid') return failWith(...result.problems);
  const lines = result.feeds.map(({ id, url: address }) => `Added ${id}: ${address}`);
  const addedFeeds = result.feeds;
  return {
    code: 0,
    lines: lines.length ? lines : ['You already have the feeds of this site.'],
    result: { outcome: 'done', added: addedFeeds },
  };
}

/** Drops feeds to which a known feed redirects. Feeds that cannot be reached are compared by address only. */
async function dropRedirectTargets(
  found: DiscoveredFeed[],
  known: Feed[],
  allowPrivateHosts: string[],
): Promise<DiscoveredFeed[]> {
  if (found.length === 0) return found;
  const get = createPageGetter(allowPrivateHosts, { attempts: 1 });
  const ends = await Promise.all(
    known.map(async ({ url }) =>
      url
        ? get(url).then(
            (page) => page.url,
            () => undefined,
          )
        : undefined,
    ),
  );
  return excludeKnownFeeds(found, ends);
}
