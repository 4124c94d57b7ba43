// Figures: calls of the last 30 days, and the most requested items.
import { buildChart } from './model.ts';
import { pagePath } from '#domain/links.ts';
import { findAgentsIn30Days, countCallsByDay, findTopItems } from '../../http/call-figures.ts';
import { findItem, type Release } from '../../release/release.ts';
import type { PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';

const shownItems = 20;
const shownAgents = 50;

/** Returns title and path of an item. Items that no longer exist are shown by id. */
function describeItem(release: Release, id: string): { title: string; path?: string } {
  const item = findItem(release, id);
  if (!item) return { title: id };
  const path = pagePath(item);
  return { title: item.title, ...(release.pages.has(path) && { path }) };
}

export const loadFiguresPage = async ({ store, now, live }: ConsoleDeps) => {
  const days = await countCallsByDay(store.db, now());
  const topItemCalls = await findTopItems(store.db, now(), shownItems);
  const release = live();
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    days,
    total: sum(({ agent, other }) => agent + other),
    agent: sum(({ agent }) => agent),
    refused: sum(({ refused }) => refused),
    chart: buildChart(days),
    agents: await findAgentsIn30Days(store.db, now(), shownAgents),
    items: topItemCalls.map(({ itemId, total, agent }) => ({ ...describeItem(release, itemId), total, agent })),
  };
};

export type FiguresModel = PageModel<typeof loadFiguresPage>;
