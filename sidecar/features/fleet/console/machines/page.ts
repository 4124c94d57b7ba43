// Which machines the room runs on, and what they are at.
import { waitingOf } from '../../waiting.ts';
import { lagsIn } from '../../machines.ts';
import type { Page } from '#sidecar/console/page.ts';
import type { MachinesModel } from './model.ts';

export const machinesPage: Page<MachinesModel> = async ({ store: { db }, live, now, builds }) => {
  const since = (await builds.last())?.finishedAt ?? 0;
  return {
    machines: await lagsIn(db, { release: live().id, since }, now()),
    leases: await db.selectFrom('leases').selectAll().where('until', '>', now()).orderBy('name').execute(),
    queues: await waitingOf(db),
  };
};
