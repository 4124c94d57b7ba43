// Work in place of payment: a task for a resource, and the pool that anyone may take tasks from.
import { endpoint } from '../endpoint.ts';
import {
  Claimed,
  ClaimRequest,
  PoolSubmitRequest,
  PoolSubmitted,
  PoolTasks,
  TasksQuery,
  WorkOfferRequest,
  WorkSubmitRequest,
  WorkSubmitted,
  WorkTask,
} from '../schemas/work.ts';

const shared = { group: 'Access', lane: 'sidecar', rate: 'action' } as const;
const post = { ...shared, method: 'POST', creates: 'with others' } as const;

export const work = {
  workOffer: endpoint({
    ...post,
    path: '/api/agent/work-offer',
    indexKey: 'workOffer',
    summary: 'Ask for a work task.',
    description:
      'A task counts for one resource, lives 15 minutes and takes one submission; what costs more takes more tasks, as ' +
      'tasksLeft says. Asking again gives the same task ' +
      'while it is open. Where work is not offered, or the payment context has expired: 402.',
    body: WorkOfferRequest,
    response: WorkTask,
    errors: ['payment_required', 'rate_limited'],
    example: { body: { resourceId: 'articles' } },
  }),
  workSubmit: endpoint({
    ...post,
    path: '/api/agent/work-submit',
    indexKey: 'workSubmit',
    summary: 'Hand in a work task.',
    description:
      'What does not fit the form of the task may be sent again. A submission that fits is judged once: 400 with ' +
      'details.reason rejected ends the task. Where tasksLeft is in the answer, ask for the next task. The same accepted ' +
      'submission sent again gives the same answer.',
    body: WorkSubmitRequest,
    response: WorkSubmitted,
    errors: ['rate_limited'],
    example: { body: { taskId: 'SECRET', submission: { summary: 'What the text says.' } } },
  }),
  tasksAvailable: endpoint({
    ...shared,
    method: 'GET',
    private: true,
    path: '/api/tasks/available',
    summary: 'Tasks of the pool that are free.',
    query: TasksQuery,
    response: PoolTasks,
    errors: ['rate_limited'],
    example: { query: { limit: 5 } },
  }),
  tasksClaim: endpoint({
    ...post,
    path: '/api/tasks/claim',
    summary: 'Claim a task of the pool.',
    description: 'The task is held for 15 minutes. A task that is held, done or unknown: 400 with details.reason.',
    body: ClaimRequest,
    response: Claimed,
    errors: ['rate_limited'],
    example: { body: { taskId: '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11', workerId: 'worker-1' } },
  }),
  tasksSubmit: endpoint({
    ...post,
    path: '/api/tasks/submit',
    summary: 'Hand in a claimed task.',
    description:
      'pending_review: another worker with a good record or the creator decides; send the same submission again to hear of ' +
      'it. Work of those with a good record seldom waits.',
    body: PoolSubmitRequest,
    response: PoolSubmitted,
    errors: ['rate_limited'],
    example: {
      body: {
        taskId: '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11',
        claimToken: 'SECRET',
        submission: { label: { a: 'maps' } },
      },
    },
  }),
};
