// Does what the arguments of `npm run feeds` ask for and gives the exit code.
import { type Feed, removedFeedActions } from '#contract/schemas/content-files.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';
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
import { refusedHosts } from '../init/report.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { readIngestReport } from '../ingest/report-file.ts';
import { jsonText } from '../io.ts';
import type { Terminal } from '../terminal.ts';

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
const failed = (...lines: string[]): CommandOutput => ({
  code: 1,
  lines,
  result: { outcome: 'failed', problems: lines },
});

export async function runFeeds(asked: FeedsCommand | undefined, around: FeedsDeps): Promise<number> {
  const { code, lines, result } = await (asked ? runFeedsCommand(asked, around) : listFeeds(around));
  if (around.json) around.say(jsonText(result));
  else for (const line of lines) around.say(showControls(line));
  return code;
}

const readLastResults = ({ desk }: FeedsDeps): Record<string, FeedResult> => readIngestReport(desk.contentDir).feeds;

async function listFeeds(around: FeedsDeps): Promise<CommandOutput> {
  const [{ feeds }, last] = [readFeedsFile(around.desk.contentDir), readLastResults(around)];
  const lines = feeds.flatMap((feed) => [
    `${feed.id}  ${feed.url ?? feed.file}`,
    ...feedStateLines(feed, last[feed.id]),
  ]);
  const rows = feeds.map((feed) => ({ ...feed, last: last[feed.id] }));
  return { code: 0, lines: lines.length ? lines : ['No feed is in feeds.json.'], result: { feeds: rows } };
}

function feedStateLines(feed: Feed, last: FeedResult | undefined): string[] {
  const { id } = feed;
  if (!last) return ['    not read yet'];
  const said = {
    failed: `failed: ${last.cause}`,
    held: `held: ${last.held?.fresh} entries look new. npm run feeds -- --held ${id} shows them`,
    ok: `${last.found} entries`,
    unchanged: `${last.found} entries`,
  }[last.outcome];
  const movedTo = findPendingMove(feed, last);
  const moved = movedTo && `moved for good to ${movedTo}: npm run feeds -- --move ${id}`;
  return [`    ${said}, read ${last.at}`, ...(moved ? [`    ${moved}`] : [])];
}

async function runFeedsCommand({ verb, feed }: FeedsCommand, around: FeedsDeps): Promise<CommandOutput> {
  if (verb === 'remove') return removeWithItems(feed, around);
  if (verb === 'add') return addFeedsOfSite(feed, around);
  const known = readFeedsFile(around.desk.contentDir).feeds.find(({ id }) => id === feed);
  if (!known) return failed(`feeds.json has no feed ${feed}.`);
  const last = readLastResults(around)[feed];
  if (verb === 'move') return moveToNewAddress(feed, findPendingMove(known, last), around);
  const held = last?.held;
  if (!held) return failed(`${feed} is not held: npm run ingest stores what it brings.`);
  if (verb === 'held') return { code: 0, lines: heldFeedLines(feed, held), result: { held } };
  await recordFeedAnswer(around.desk, feed, {
    entriesAre: verb === 'same' ? 'known' : 'new',
    fingerprint: held.fingerprint,
  });
  return succeeded(`Noted: the next npm run ingest -- --feed ${feed} stores them.`);
}

function heldFeedLines(feed: string, { gone, fresh, pairs }: NonNullable<FeedResult['held']>): string[] {
  return [
    `${feed} names ${gone} known items no longer, and brings ${fresh} entries that look new. Nothing was stored.`,
    ...pairs.map(({ before, after }) => `  ${before}  →  ${after}`),
    ...(pairs.length < fresh ? [`  … ${fresh - pairs.length} more would be new items in any case.`] : []),
    `npm run feeds -- --same ${feed}: these are the same items. Ids, decisions and your edits stay.`,
    `npm run feeds -- --new ${feed}: they are new items beside the old ones.`,
  ];
}

async function moveToNewAddress(
  feed: string,
  movedTo: string | undefined,
  { desk }: FeedsDeps,
): Promise<CommandOutput> {
  if (!movedTo) return failed(`Nothing says that ${feed} has moved. npm run ingest looks again.`);
  const result = await moveFeed(desk, feed, movedTo);
  if (result.outcome === 'moved') return succeeded(`${feed} is read at ${movedTo} from now on.`, { url: movedTo });
  return failed(...('problems' in result ? result.problems : [`feeds.json has no feed ${feed} with an address.`]));
}

async function removeWithItems(feed: string, around: FeedsDeps): Promise<CommandOutput> {
  const fate = around.fate ?? (await askWhatHappensToItems(around));
  if (!fate) return failed('Nothing was removed.');
  const result = await removeFeed(around.desk, feed, fate);
  if (result.outcome === 'not_found') return failed(`feeds.json has no feed ${feed}, and no item comes from it.`);
  if (result.outcome === 'invalid') return failed(...result.problems);
  const said = {
    keep: 'Its items stay.',
    hide: `${result.items} items hidden.`,
    retract: `${result.items} items retracted.`,
  };
  return succeeded(`${feed} is removed. ${said[fate]} To undo this: npm run review -- --undo`, { items: result.items });
}

async function askWhatHappensToItems({ terminal }: FeedsDeps): Promise<ItemFate | undefined> {
  terminal?.say(
    'What should happen to its items? keep: they stay. hide: nobody sees them. retract: they leave the room.',
  );
  const answer = (await terminal?.ask(`${removedFeedActions.join(', ')}, anything else stops > `))
    ?.trim()
    .toLowerCase();
  return removedFeedActions.find((one) => one === answer);
}

async function addFeedsOfSite(url: string, around: FeedsDeps): Promise<CommandOutput> {
  const { desk } = around;
  const { allowPrivateHosts = [], feeds: known } = readFeedsFile(desk.contentDir);
  const discovery = await discoverAt([url], allowPrivateHosts);
  const { feeds, problems } = discovery;
  const found = feeds.filter(({ isAside }) => !isAside);
  const permission = refusedHosts(discovery, [url]).map(
    (host) => `If ${host} is yours, add it to allowPrivateHosts in feeds.json, then add the feed again.`,
  );
  if (found.length === 0)
    return failed(...(problems.length > 0 ? [...problems, ...permission] : [`No feed was found at ${url}.`]));
  const last = readLastResults(around);
  const unmoved = excludeKnownFeeds(
    found,
    known.flatMap(({ id, url }) => [url, last[id]?.movedTo]),
  );
  const result = await addFeeds(desk, await dropRedirectTargets(unmoved, known, allowPrivateHosts));
  if (result.outcome === 'not_found') return failed('There is no feeds.json.');
  if (result.outcome === 'invalid') return failed(...result.problems);
  const lines = result.feeds.map(({ id, url: address }) => `${id} is read at ${address} from now on.`);
  const added = result.feeds;
  return {
    code: 0,
    lines: lines.length ? lines : ['Its feeds are there already.'],
    result: { outcome: 'done', added },
  };
}

/** Drops feeds to which a known feed now redirects. A feed that cannot be reached is compared by its address alone. */
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
