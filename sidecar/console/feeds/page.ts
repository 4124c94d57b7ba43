// The feeds of feeds.json, each with its last result, and reading them now.
import { type Feed, FeedsFile } from '#contract/schemas/content-files.ts';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import type { FeedRow, FeedsModel } from './model.ts';
import type { Desk } from '../../content/review-desk.ts';
import { strangerText } from '#domain/stranger-text.ts';
import { readContentFile } from '../content/content-file.ts';
import type { Action, Page } from '../page.ts';

const longestText = 300;
const shown = (text: string) => strangerText(text, longestText);

const sourceOf = ({ url, file }: Feed): string => (url && URL.canParse(url) ? new URL(url).host : (file ?? ''));

function rowOf(feed: Feed, { feeds }: IngestReport): FeedRow {
  const last = feeds[feed.id];
  return {
    id: feed.id,
    title: feed.title ?? feed.id,
    source: sourceOf(feed),
    isAuto: feed.review === 'auto' && feed.type !== 'article',
    isEnabled: feed.enabled !== false,
    ...(last && {
      last: {
        ...last,
        ...(last.cause && { cause: shown(last.cause) }),
        ...(last.advice && { advice: shown(last.advice) }),
        notices: last.notices.map(shown),
      },
    }),
  };
}

/** Without a report that can be read, no feed was read yet. */
export async function readFeeds(desk: Desk): Promise<Pick<FeedsModel, 'rows' | 'problems' | 'notices'>> {
  const { value: file, problems } = await readContentFile(desk, 'feeds.json', FeedsFile);
  const { value: report } = await readContentFile(desk, `.build/${ingestReportFile}`, IngestReport);
  const { notices, ...rest } = report ?? { feeds: {}, notices: [] };
  return {
    rows: (file?.feeds ?? []).map((feed) => rowOf(feed, { ...rest, notices })),
    problems,
    notices: notices.map(shown),
  };
}

export const feedsPage: Page<FeedsModel> = async ({ desk, builds, about }) => ({
  ...(await readFeeds(desk)),
  everyMinutes: about.ingestMinutes,
  isBeingRead: await builds.isUnderWay(),
});

/** Kept in the store: of several sidecars one reads them, once. */
export const readFeedsNow: Action = async ({ builds }) => {
  await builds.request('ingest');
  return { to: '/feeds', notice: 'feedsAsked' };
};
