// The list of work: findings of agents about items, and whether they can be applied.
import { folderPaths } from '#sidecar/console/item/model.ts';
import { findingLabels, type FindingView } from './model.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { WorkFinding } from '../../rules/findings.ts';
import { listResults, type WorkResult } from '../../results.ts';
import { queryChoice, createNumberedPager, queryPage, pageSize, withQuery } from '#sidecar/console/listing.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { findItem } from '#sidecar/content/review-desk.ts';
import { changeForFinding } from './apply-finding.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

const path = '/work';
const maxValueLength = 2000;
const filters = ['fresh', 'pending'] as const;

async function toFindingView(deps: ConsoleDeps, finding: WorkFinding, at: number): Promise<FindingView> {
  const { themes } = deps.live().facts.creator;
  const file = await findItem(deps.desk, 'published', finding.pieceId);
  const titleOf = (id: string): string => deps.live().index.items.byId(id)?.title ?? id;
  const change = file && changeForFinding(file.item, finding, themes);
  return {
    at,
    label: findingLabels[finding.kind],
    value: strangerText(finding.value, maxValueLength),
    title: file?.item.title ?? titleOf(finding.pieceId),
    ...(file && { path: `${folderPaths.published}/${finding.pieceId}` }),
    takes: change === 'has' ? 'has' : change ? 'may' : 'no',
  };
}

async function toWorkRow(deps: ConsoleDeps, { workerName, findings, ...result }: WorkResult) {
  return {
    ...result,
    worker: workerName && strangerText(workerName, 100),
    findings: await Promise.all(findings.map((finding, at) => toFindingView(deps, finding, at))),
  };
}
export type WorkRow = Awaited<ReturnType<typeof toWorkRow>>;

export const loadWorkPage = (async (deps, request) => {
  const show = queryChoice(request, 'show', ['pending', 'all']);
  const page = queryPage(request);
  const filter = show === undefined ? 'fresh' : filters.find((one) => one === show);
  const results = await listResults(deps.store.db, { filter, limit: pageSize + 1, offset: (page - 1) * pageSize });
  const tab = (label: ConsoleMessage, one?: 'pending' | 'all') => ({
    label,
    path: withQuery(path, { show: one ?? '' }),
    isHere: one === show,
  });
  return {
    tabs: [tab('New'), tab('Waiting', 'pending'), tab('All', 'all')],
    rows: await Promise.all(results.slice(0, pageSize).map((result) => toWorkRow(deps, result))),
    pager: createNumberedPager(path, { show }, page, results.length > pageSize),
  };
}) satisfies LoadPage;
