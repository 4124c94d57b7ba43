// Today: what waits for the creator, what failed and what is new.
import { findMissing } from './checklist.ts';
import { readPublishFailure } from '../../jobs/publishing.ts';
import { readUncopiedCount } from '../../content/media-copies.ts';
import { countCallsIn30Days } from '../../http/call-figures.ts';
import { type ConsoleContribution, readSections, type WaitingEntry } from '../contribution.ts';
import { readFeeds } from '../feeds/page.ts';
import type { ConsoleRequest, PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { PageSection } from '../ui/section.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

/** Returns the kinds of waiting things with their numbers. */
async function countWaiting(deps: ConsoleDeps, entries: WaitingEntry[], t: ConsoleTranslate) {
  const waiting = [];
  for (const { count: countOf, one, many, path } of entries) {
    const count = await countOf(deps);
    if (count > 0) waiting.push({ count, text: t.count(one, many, count), path });
  }
  return waiting;
}

/** Problems of the environment: proxy and publishing. */
const surroundings: ConsoleContribution = {
  sections: {
    today: async ({ store, untrustedProxy }, t) => {
      const address = untrustedProxy();
      const failure = await readPublishFailure(store.db);
      const sections: PageSection[] = [];
      if (address !== undefined) {
        const text = t(
          'Requests come through a proxy at {address} that is not trusted. Add {address} to TRUST_PROXY in greenroom.env and restart the room.',
          { address },
        );
        sections.push({
          id: 'proxy',
          title: t('All visitors share one rate limit'),
          order: 10,
          paragraphs: [{ text }],
        });
      }
      if (failure !== undefined) {
        const text = t(
          'Visitors of your CDN still see the previous version. Publishing is tried again with the next build.',
        );
        const paragraphs = [{ text }, { text: '{failure}', values: { failure }, isQuiet: true as const }];
        sections.push({ id: 'publishing', title: t('Publishing failed'), order: 40, paragraphs });
      }
      return sections;
    },
  },
};

export const createTodayPage =
  (contributions: ConsoleContribution[], waiting: WaitingEntry[]) =>
  async (deps: ConsoleDeps, { t }: ConsoleRequest) => {
    const { store, now, live, builds, desk } = deps;
    const { index } = live();
    const { rows: feeds } = await readFeeds(desk);
    const built = await builds.last();
    return {
      waiting: await countWaiting(deps, waiting, t),
      failedFeeds: feeds.filter(({ isEnabled, last }) => isEnabled && last?.outcome === 'failed'),
      sections: await readSections([surroundings, ...contributions], 'today', deps, t),
      missing: findMissing(live()),
      calls: await countCallsIn30Days(store.db, now()),
      /** Time at which the last build finished, in milliseconds. */
      builtAt: built?.finishedAt,
      live: { items: index.items.length, updatedAt: index.updatedAt },
      /** Number of pictures that are still being copied. */
      uncopied: await readUncopiedCount(desk.contentDir),
    };
  };

export type TodayModel = PageModel<ReturnType<typeof createTodayPage>>;
