// The machines of a room in the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import type { PageSection } from '../../console/ui/section.ts';
import type { Say } from '../../console/words/words.ts';
import type { Feature } from '../feature.ts';
import { machinesPage } from './console/machines/page.ts';
import { lagsIn } from './machines.ts';

async function todaySections({ store, live, builds, now }: ConsoleDeps, say: Say): Promise<PageSection[]> {
  const since = (await builds.last())?.finishedAt ?? 0;
  const machines = await lagsIn(store.db, { release: live().id, since }, now());
  const lagging = machines.filter(({ lag }) => lag).length;
  if (lagging === 0) return [];
  const title = say.count('1 machine lags', '{count} machines lag', lagging);
  const paragraphs = [{ text: say('[Which, and how].'), href: `${consolePath}/machines` }];
  return [{ id: 'machines', title, order: 30, paragraphs }];
}

const fleetConsole: ConsoleContribution = {
  pages: [
    {
      view: 'machines',
      section: { label: 'Machines', order: 50, isUsed: ({ store }) => store.kind === 'postgres' },
      pages: { '/machines': machinesPage },
    },
  ],
  sections: { today: todaySections },
};

export const fleetFeature = { console: fleetConsole } satisfies Feature;
