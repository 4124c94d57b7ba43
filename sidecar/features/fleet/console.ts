// Adds the machines of a room to the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import type { PageSection } from '../../console/ui/section.ts';
import type { ConsoleTranslate } from '../../console/messages/messages.ts';
import type { Feature } from '../feature.ts';
import { loadMachinesPage } from './console/machines/page.ts';
import { listMachineLags } from './machines.ts';

async function listTodaySections(
  { store, live, builds, now }: ConsoleDeps,
  t: ConsoleTranslate,
): Promise<PageSection[]> {
  const since = (await builds.last())?.finishedAt ?? 0;
  const machines = await listMachineLags(store.db, { release: live().id, since }, now());
  const lagging = machines.filter(({ lag }) => lag).length;
  if (lagging === 0) return [];
  const title = t.count('1 machine has a problem', '{count} machines have a problem', lagging);
  const paragraphs = [{ text: t('[See details].'), href: `${consolePath}/machines` }];
  return [{ id: 'machines', title, order: 30, paragraphs }];
}

const fleetConsole: ConsoleContribution = {
  pages: [
    {
      view: 'machines',
      section: { group: 'Settings', label: 'Machines', order: 67, isUsed: ({ store }) => store.kind === 'postgres' },
      pages: { '/machines': loadMachinesPage },
    },
  ],
  sections: { today: listTodaySections },
};

export const fleetFeature = { console: fleetConsole } satisfies Feature;
