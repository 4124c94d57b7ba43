// Tasks that can be done in place of paying.
import type { Release } from '../../release/release.ts';
import type { Feature } from '../feature.ts';
import { workConsole } from './console.ts';
import type { Work } from './work.ts';
import { tasksAvailable, tasksClaim, tasksSubmit } from './pool-handlers.ts';
import { workExpiry } from './tables.ts';
import { workOffer, type WorkOfferDeps, workSubmit } from './work-handlers.ts';

export interface WorkFeatureDeps {
  work: Work;
  /** Creates challenges for the price that a task replaces. */
  access: Omit<WorkOfferDeps, 'work'>;
  live: () => Release;
}

export const workFeature = ({ work, access, live }: WorkFeatureDeps) =>
  ({
    handlers: {
      workOffer: workOffer({ ...access, work }),
      workSubmit: workSubmit(work),
      tasksAvailable: tasksAvailable(work),
      tasksClaim: tasksClaim(work),
      tasksSubmit: tasksSubmit(work),
    },
    jobs: [{ name: 'filling the pool of tasks', everyMs: 5000, duty: 'works', run: () => work.fill(live()) }],
    expiry: workExpiry,
    console: workConsole(work),
  }) satisfies Feature;
