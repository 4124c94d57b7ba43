// Shows the income of the last 30 days and the issued tokens, and revokes tokens.
import { ApiError } from '#contract/errors.ts';
import { type DailyIncome, differenceTexts, incomeChart, type tokenLabels } from './model.ts';
import { dayMs, isoDay } from '#domain/instants.ts';
import { readComparison } from '../../compare.ts';
import { resourceTitle } from '../resource-title.ts';
import { revokeGrant } from '../../grants.ts';
import { type GrantSummary, type Income, readIncome, listGrants } from '../../ledger.ts';
import { readOutsidePayments } from '../../outside-payments.ts';
import { listTips } from '../../tips.ts';
import { queryChoice, createNumberedPager, queryPage, pageSize, withQuery } from '#sidecar/console/listing.ts';
import { type RunAction, type ConsoleRequest, type LoadPage, consoleActor } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';

const shownDays = 30;
const path = '/income';

const sumOf = (rows: Income[], of: 'sats' | 'payments' | 'feeSats' | 'usdc'): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** Returns a row for each day, including days without income. */
const fillDays = (income: Income[], today: number): DailyIncome[] =>
  Array.from({ length: shownDays }, (_, at) => today - shownDays + 1 + at).map((number) => {
    const rows = income.filter(({ day }) => day === number);
    const day = isoDay(number * dayMs);
    return { day, payments: sumOf(rows, 'payments'), sats: sumOf(rows, 'sats') };
  });

function incomeBy(income: Income[], of: 'resourceId' | 'wallet') {
  const names = [...new Set(income.map((row) => row[of]))];
  return names
    .map((name) => {
      const rows = income.filter((row) => row[of] === name);
      return { name, payments: sumOf(rows, 'payments'), sats: sumOf(rows, 'sats') };
    })
    .sort((a, b) => b.sats - a.sats || (a.name < b.name ? -1 : 1));
}

function tokenState({ revokedAt, expiresAt }: GrantSummary, now: number): keyof typeof tokenLabels {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'over' : 'valid';
}

async function listTokens({ store, now, live }: ConsoleDeps, request: ConsoleRequest) {
  const all = queryChoice(request, 'show', ['all']);
  const page = queryPage(request);
  const grants = await listGrants(store.db, {
    ...(!all && { validAt: now() }),
    limit: pageSize + 1,
    offset: (page - 1) * pageSize,
  });
  return {
    tabs: [
      { label: 'Valid' as const, path: withQuery(path, { show: '' }), isHere: !all },
      { label: 'All' as const, path: withQuery(path, { show: 'all' }), isHere: all !== undefined },
    ],
    tokens: grants.slice(0, pageSize).map((grant) => ({
      ...grant,
      title: resourceTitle(live(), grant.resourceId, request.t),
      state: tokenState(grant, now()),
    })),
    pager: createNumberedPager(path, { show: all }, page, grants.length > pageSize),
  };
}

const comparedDays = 90;

async function readBookComparison({ store, now }: ConsoleDeps, titleOf: (resourceId: string) => string) {
  const outside = await readOutsidePayments(store.db, now() - comparedDays * dayMs);
  const { at, differences } = await readComparison(store.db, now() - comparedDays * dayMs);
  const rows = differences.map((row) => ({
    ...row,
    title: titleOf(row.resourceId),
    message: differenceTexts[row.difference],
  }));
  return { at, differences: rows, outside };
}

export const loadIncomePage = (async (deps, request) => {
  const today = Math.floor(deps.now() / dayMs);
  const titleOf = (resourceId: string) => resourceTitle(deps.live(), resourceId, request.t);
  const { real: income, play, usdc } = await readIncome(deps.store.db, (today - shownDays + 1) * dayMs);
  const days = fillDays(income, today);
  return {
    days,
    chart: incomeChart(days),
    sats: sumOf(income, 'sats'),
    payments: sumOf(income, 'payments'),
    /** Income of the development wallet, which is not real money. */
    playSats: sumOf(play, 'sats'),
    /** Income in USDC, which is not part of `sats`. */
    usdc: sumOf(usdc, 'usdc'),
    resources: incomeBy(income, 'resourceId').map((row) => ({ ...row, name: titleOf(row.name) })),
    wallets: incomeBy(income, 'wallet'),
    feeSats: sumOf(income, 'feeSats'),
    tips: await listTips(deps.store.db, 50),
    compared: await readBookComparison(deps, titleOf),
    ...(await listTokens(deps, request)),
  };
}) satisfies LoadPage;

/** Revokes a token. It cannot be restored. */
export const revokeToken: RunAction = async ({ store, now }, _, { params }) => {
  const outcome = await revokeGrant(store.db, params.id!, consoleActor, now());
  if (outcome === 'unknown') throw new ApiError('not_found', 'This token does not exist.');
  return { to: path, notice: 'tokenRevoked' };
};
