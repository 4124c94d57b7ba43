// The task pool: GET /api/tasks/available lists free tasks, POST /api/tasks/claim claims one, POST /api/tasks/submit
// submits it.
import { ApiError } from '#contract/errors.ts';
import type { TaskClaim, PoolSubmitted, PoolTasks } from '#contract/schemas/work.ts';
import { offersWork } from '#domain/access/access.ts';
import { isoTime } from '#domain/instants.ts';
import type { ClaimRefusal } from './pool.ts';
import type { PoolRefusal } from './pool-submit.ts';
import { toWorkTask } from './tasks.ts';
import type { Work } from './work.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';

const defaultLimit = 20;

export const tasksAvailable =
  (work: Work): Handler<'tasksAvailable'> =>
  async ({ query: { type, limit = defaultLimit } }, { release }) => {
    const { tasks, total } = await work.list(release, { type, limit });
    const listedTasks = tasks.map((task) => {
      const { resourceId, amountSats } = task;
      return { ...toWorkTask(task), reward: { resourceId, amountSats } };
    });
    return json({ tasks: listedTasks, count: listedTasks.length, total } satisfies PoolTasks);
  };

function refuseSwitchedOff({ facts: { access } }: Release): void {
  if (offersWork(access)) return;
  throw new ApiError('bad_request', 'This room does not offer work tasks.', { field: 'taskId', reason: 'disabled' });
}

const claimProblems: Record<ClaimRefusal, string> = {
  unknown: 'There is no such open task. Get the list at /api/tasks/available',
  taken: 'Another worker has claimed the task. Choose another one',
  answered_before: 'You have answered this task already. Choose another one',
  too_many_claims: 'You have claimed the maximum number of tasks. Submit one of them first',
};

export const tasksClaim =
  (work: Work): Handler<'tasksClaim'> =>
  async ({ body: { taskId, workerId } }, { release, address, client }) => {
    refuseSwitchedOff(release);
    const claim = await work.claim(release, taskId, workerId, { address, client });
    if (typeof claim === 'string')
      throw new ApiError('bad_request', `${claimProblems[claim]}.`, { field: 'taskId', reason: claim });
    const { claimToken, leaseUntil } = claim;
    return json({ taskId, claimToken, leaseExpiresAt: isoTime(leaseUntil) } satisfies TaskClaim);
  };

const submitProblems: Record<Exclude<PoolRefusal['refused'], 'malformed'>, [field: string, problem: string]> = {
  unknown: ['taskId', 'There is no such task'],
  not_claimed: ['claimToken', 'claimToken is not valid for this task'],
  lease_expired: ['claimToken', 'Your claim has expired and the task is back in the pool. Claim it again'],
};

export const tasksSubmit =
  (work: Work): Handler<'tasksSubmit'> =>
  async ({ body }, { release, address, client }) => {
    refuseSwitchedOff(release);
    const outcome = await work.submitToPool(release, body, { address, client });
    if ('refused' in outcome) {
      const { refused, reason } = outcome;
      if (refused === 'malformed') throw new ApiError('bad_request', `submission: ${reason}.`, { field: 'submission' });
      const [field, problem] = submitProblems[refused];
      throw new ApiError('bad_request', `${problem}.`, { field, reason: refused });
    }
    return json({ taskId: body.taskId, ...toPoolSubmitted(outcome) } satisfies PoolSubmitted);
  };

type SubmitOutcome = Exclude<Awaited<ReturnType<Work['submitToPool']>>, PoolRefusal>;

function toPoolSubmitted(outcome: SubmitOutcome): Omit<PoolSubmitted, 'taskId'> {
  const { status } = outcome;
  if (status === 'rejected') return { status, reason: outcome.reason };
  if (status === 'pending_review')
    return {
      status,
      reason: 'Another worker or the creator has to confirm the answer. Submit it again later to get the result.',
    };
  if (!outcome.granted) return { status, reason: 'The access was revoked.' };
  const { accessToken, resourceId, expiresAt } = outcome.granted;
  return { status, accessToken, tokenType: 'L402', resourceId, expiresAt: isoTime(expiresAt) };
}
