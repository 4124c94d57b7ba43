// Work as the app uses it: offers, the pool, and what the creator sees of both.
import type { TaskType } from '#contract/schemas/work.ts';
import { offersWork } from '#domain/access/access.ts';
import type { Release } from '../../release/release.ts';
import { networkOf } from '../../http/network.ts';
import { mayWork, refuseTooMuch } from './limits.ts';
import { canOffer, offerTask } from './offer.ts';
import { claimTask, fillPool, listPool } from './pool.ts';
import { submitToPool } from './pool-submit.ts';
import { decideWork } from './results.ts';
import { submitOffer, tasksLeft } from './submit.ts';
import type { WorkParts } from './tasks.ts';

export interface Sender {
  address: string;
  client: () => Promise<string>;
}

export const openWork = (parts: WorkParts) => ({
  decide: (wish: Parameters<typeof decideWork>[1]) => decideWork(parts, wish),
  /** Returns true if `offer` gives a task to a client at this address. */
  isOffered: async (release: Release, address: string): Promise<boolean> =>
    offersWork(release.facts.access) && canOffer(release) && mayWork(parts.db, networkOf(address), parts.now()),
  offer: async (release: Release, resourceId: string, { address }: Sender) => {
    const client = networkOf(address);
    await refuseTooMuch(parts.db, client, parts.now());
    const task = await offerTask(parts, release, { resourceId, client });
    const { access } = release.facts;
    return task && { task, tasksLeft: await tasksLeft(parts.db, { ...task, client, access }, parts.now()) };
  },
  submit: (release: Release, taskId: string, submission: unknown, { address }: Sender) =>
    submitOffer(parts, {
      taskId,
      submission,
      client: networkOf(address),
      location: release.facts.baseUrl,
      access: release.facts.access,
    }),
  fill: (release: Release) => fillPool(parts, release),
  list: (release: Release, wanted: { type?: TaskType | undefined; limit: number }) => listPool(parts, release, wanted),
  claim: async (release: Release, taskId: string, workerId: string, { address, client }: Sender) => {
    const network = networkOf(address);
    await refuseTooMuch(parts.db, network, parts.now());
    return claimTask(parts, release, { taskId, workerId, client: await client(), address: network });
  },
  submitToPool: (
    release: Release,
    { taskId, claimToken, submission }: { taskId: string; claimToken: string; submission: unknown },
    { address }: Sender,
  ) =>
    submitToPool(parts, {
      taskId,
      claimToken,
      submission,
      client: networkOf(address),
      location: release.facts.baseUrl,
    }),
});
export type Work = ReturnType<typeof openWork>;
