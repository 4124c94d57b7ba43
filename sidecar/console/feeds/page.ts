// Feeds page: the feeds of feeds.json with their last results, and the actions on them.
import { contentTypes } from '#contract/content-types.ts';
import { ApiError } from '#contract/errors.ts';
import { type Feed, FeedsFile, removedFeedActions } from '#contract/schemas/content-files.ts';
import { entryVerdicts, type HeldFeed, IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { type FeedRow, feedKindName, feedKinds, type FeedsModel } from './model.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { sha256 } from '#domain/ids.ts';
import {
  recordFeedAnswer,
  moveFeed,
  findPendingMove,
  removeFeed,
  setFeedKind,
  countItemsWithoutFeed,
} from '../../content/feed-changes.ts';
import { listUndoableDecisions, undoDecision } from '../../content/undo.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readContentFile } from '../content/content-file.ts';
import { recordDecisions } from '../content/audit-log.ts';
import { readFolderIndex } from '../content/folder-index.ts';
import { type RunAction, redrawForm, formField, type LoadPage } from '../page.ts';
import { translatePageProblems } from '../messages/source-problems.ts';
import { translateFileProblem } from '../messages/problems.ts';

const longestText = 300;
const safeText = (text: string) => strangerText(text, longestText);

const feedSource = ({ url, file }: Feed): string => (url && URL.canParse(url) ? new URL(url).host : (file ?? ''));

const describeMove = (url: string) => ({ host: new URL(url).host, address: hashAddress(url) });
/** Returns a hash that identifies the address in forms. The address itself may contain a key. */
const hashAddress = (url: string): string => sha256(url).slice(0, 16);

const safeHeldFeed = (held: HeldFeed): HeldFeed => ({
  ...held,
  pairs: held.pairs.map(({ id, before, after }) => ({ id, before: safeText(before), after: safeText(after) })),
});

function buildFeedRow(feed: Feed, { feeds }: IngestReport): FeedRow {
  const last = feeds[feed.id];
  const movedTo = findPendingMove(feed, last);
  return {
    id: feed.id,
    title: feed.title ?? feed.id,
    source: feedSource(feed),
    kind: feedKindName(feed),
    isAuto: feed.review === 'auto' && !(feed.type && contentTypes[feed.type].isAlwaysReviewed),
    isEnabled: feed.enabled !== false,
    ...(movedTo && URL.canParse(movedTo) && { moved: describeMove(movedTo) }),
    ...(last && {
      last: {
        ...last,
        ...(last.held && { held: safeHeldFeed(last.held) }),
        movedTo: undefined,
      },
    }),
  };
}

/** Reads the feeds with their last results. A missing or invalid report counts as no reading. */
export async function readFeeds(desk: ReviewDesk): Promise<Pick<FeedsModel, 'rows' | 'problems' | 'notices'>> {
  const { value: file, problems } = await readContentFile(desk, 'feeds.json', FeedsFile);
  const { value: report } = await readContentFile(desk, `.build/${ingestReportFile}`, IngestReport);
  const { notices, ...rest } = report ?? { feeds: {}, notices: [] };
  return {
    rows: (file?.feeds ?? []).map((feed) => buildFeedRow(feed, { ...rest, notices })),
    problems,
    notices,
  };
}

async function countOrphanedItems(desk: ReviewDesk): Promise<FeedsModel['left']> {
  const { value: file } = await readContentFile(desk, 'feeds.json', FeedsFile);
  return file ? countItemsWithoutFeed(file, (await readFolderIndex(desk, 'published')).items) : [];
}

const loadFeedsModel = async ({ desk, builds, about }: ConsoleDeps): Promise<FeedsModel> => ({
  ...(await readFeeds(desk)),
  left: await countOrphanedItems(desk),
  ...(await readLastUndo(desk)),
  everyMinutes: about.ingestMinutes,
  isBeingRead: await builds.isUnderWay('read'),
});

export const loadFeedsPage: LoadPage<FeedsModel> = loadFeedsModel;

const parseAddFeedOutput = (output: string): { added?: { id: string }[]; problems?: unknown } => {
  try {
    return JSON.parse(output.slice(output.indexOf('{')));
  } catch {
    return {};
  }
};

/** Adds feeds with a command in its own process, because it reads untrusted pages and feeds. */
export const addFeed: RunAction = async (deps, form, { t }) => {
  const url = formField(form, 'url').trim();
  const model = async () => ({ ...(await loadFeedsModel(deps)), typed: url });
  const showProblem = async (problem: string) => ({ view: 'feeds', model: await model(), problem });
  if (formField(form, 'do') === redrawForm) return { view: 'feeds', model: await model() };
  const isAddress = /^https?:\/\//i.test(url) && URL.canParse(url);
  const { run } = deps.commandRunner();
  if (!isAddress) return showProblem(t('Enter the whole address, starting with https://.'));
  const { added, problems } = parseAddFeedOutput((await run('feeds', [`--add=${url}`, '--json'])).output);
  if (added?.length) {
    await deps.builds.request('ingest');
    return { to: '/feeds', notice: 'feedsAdded', count: added.length };
  }
  if (added) return showProblem(t('These feeds were already added.'));
  return showProblem(translatePageProblems(t, problems).join(' ') || t('Nothing could be read at this address.'));
};

/** Requests a reading through the store, so that only one of several sidecars does it. */
export const readFeedsNow: RunAction = async ({ builds }) => {
  await builds.request('ingest');
  return { to: '/feeds', notice: 'feedsAsked' };
};

/** Reads one feed within the request, even if it is paused, because the creator waits for the result. */
export const readOneFeed: RunAction = async ({ desk, builds, commandRunner }, form) => {
  const id = formField(form, 'id');
  const { value: file } = await readContentFile(desk, 'feeds.json', FeedsFile);
  if (!file?.feeds.some((feed) => feed.id === id)) return { to: '/feeds', notice: 'feedChanged' };
  await commandRunner().run('ingest', [`--feed=${id}`, `--content=${desk.contentDir}`]);
  await builds.request('build');
  const last = await readLastResult(desk, id);
  if (last?.outcome === 'failed') return { to: '/feeds', notice: 'feedFailed' };
  return { to: '/feeds', notice: 'feedRead', count: last?.new ?? 0 };
};

const readLastUndo = async (desk: ReviewDesk): Promise<Pick<FeedsModel, 'undo'>> => {
  const [undo] = await listUndoableDecisions(desk);
  return undo ? { undo } : {};
};

const readLastResult = async (desk: ReviewDesk, id: string) =>
  (await readContentFile(desk, `.build/${ingestReportFile}`, IngestReport)).value?.feeds[id];

/** Accepts the new address of a feed if it is still the one that the page showed. */
export const acceptFeedMove: RunAction = async ({ desk, builds }, form) => {
  const id = formField(form, 'id');
  const url = (await readLastResult(desk, id))?.movedTo;
  if (!url || hashAddress(url) !== formField(form, 'address')) return { to: '/feeds', notice: 'feedChanged' };
  const { outcome } = await moveFeed(desk, id, url);
  if (outcome !== 'changed') return { to: '/feeds', notice: 'feedChanged' };
  await builds.request('ingest');
  return { to: '/feeds', notice: 'feedMoved' };
};

/** Sets what the entries of a feed are. New items and those in the inbox follow. */
export const chooseFeedKind: RunAction = async ({ desk, builds }, form) => {
  const feedKind = feedKinds.find(({ name }) => name === formField(form, 'kind'));
  const result = feedKind && (await setFeedKind(desk, formField(form, 'id'), feedKind));
  if (result?.outcome !== 'changed') return { to: '/feeds', notice: 'feedChanged' };
  await builds.request('ingest');
  return { to: '/feeds', notice: 'feedsAsked' };
};

export const resolveHeldFeed: RunAction = async ({ desk, builds }, form) => {
  const id = formField(form, 'id');
  const answer = entryVerdicts.find((one) => one === formField(form, 'entriesAre'));
  const fingerprint = formField(form, 'fingerprint');
  const heldFeed = (await readLastResult(desk, id))?.held;
  if (!answer || heldFeed?.fingerprint !== fingerprint) return { to: '/feeds', notice: 'feedChanged' };
  await recordFeedAnswer(desk, id, { entriesAre: answer, fingerprint });
  await builds.request('ingest');
  return { to: '/feeds', notice: 'feedsAsked' };
};

export const removeOneFeed: RunAction = async (deps, form, { t }) => {
  const fate = removedFeedActions.find((one) => one === formField(form, 'items'));
  if (!fate) throw new ApiError('bad_request', 'Choose what should happen to the items of the feed.');
  const result = await removeFeed(deps.desk, formField(form, 'id'), fate);
  if (result.outcome === 'invalid') {
    const why = result.problems.map((one) => translateFileProblem(t, one)).join('; ');
    throw new ApiError('bad_request', `feeds.json: ${why}`);
  }
  if (result.outcome === 'not_found') return { to: '/feeds', notice: 'feedChanged' };
  if (result.items > 0) await deps.builds.request('build');
  return { to: '/feeds', notice: 'feedRemoved', count: result.items };
};

const undoPages = ['/inbox', '/feeds', '/published', '/published/rejected', '/audit'];

export const undoLast: RunAction = async (deps, form) => {
  const to = undoPages.find((path) => path === formField(form, 'back')) ?? '/inbox';
  const result = await undoDecision(deps.desk, formField(form, 'name'));
  if (result.outcome === 'not_found') return { to, notice: 'notUndone' };
  await recordDecisions(deps, [{ action: 'items.undone', id: formField(form, 'name'), detail: result.what }]);
  await deps.builds.request('build');
  return { to, notice: result.changed.length > 0 ? 'partlyUndone' : 'undone', count: result.restored };
};
