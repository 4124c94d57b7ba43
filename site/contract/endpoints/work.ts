// Work instead of payment: a task for a resource, and a pool of tasks for anyone.
import { endpoint } from '../endpoint.ts';
import {
  TaskClaim,
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

export const work = {
  workOffer: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/work-offer',
      servedBy: 'sidecar',
      body: WorkOfferRequest,
      response: WorkTask,
      errors: ['payment_required', 'rate_limited'],
      creates: 'across transactions',
    },
    docs: {
      group: 'Access',
      indexKey: 'workOffer',
      summary: 'Ask for a work task.',
      description:
        'A task counts for one resource, lives 15 minutes and takes one submission; what costs more takes more tasks, as ' +
        'tasksLeft says. Asking again gives the same task ' +
        'while it is open. Where work is not offered, or the payment context has expired: 402.',
      example: { body: { resourceId: 'articles' } },
    },
    access: { rate: 'action' },
  }),
  workSubmit: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/work-submit',
      servedBy: 'sidecar',
      body: WorkSubmitRequest,
      response: WorkSubmitted,
      errors: ['rate_limited'],
      creates: 'across transactions',
    },
    docs: {
      group: 'Access',
      indexKey: 'workSubmit',
      summary: 'Hand in a work task.',
      description:
        'What does not fit the form of the task may be sent again. A submission that fits is judged once: 400 with ' +
        'details.reason rejected ends the task. Where tasksLeft is in the answer, ask for the next task. The same accepted ' +
        'submission sent again gives the same answer.',
      example: { body: { taskId: 'SECRET', submission: { summary: 'What the text says.' } } },
    },
    access: { rate: 'action' },
  }),
  tasksAvailable: endpoint({
    http: {
      method: 'GET',
      path: '/api/tasks/available',
      servedBy: 'sidecar',
      query: TasksQuery,
      response: PoolTasks,
      errors: ['rate_limited'],
    },
    docs: { group: 'Access', summary: 'Tasks of the pool that are free.', example: { query: { limit: 5 } } },
    access: { rate: 'action', private: true },
  }),
  tasksClaim: endpoint({
    http: {
      method: 'POST',
      path: '/api/tasks/claim',
      servedBy: 'sidecar',
      body: ClaimRequest,
      response: TaskClaim,
      errors: ['rate_limited'],
      creates: 'across transactions',
    },
    docs: {
      group: 'Access',
      summary: 'Claim a task of the pool.',
      description: 'The task is held for 15 minutes. A task that is held, done or unknown: 400 with details.reason.',
      example: { body: { taskId: '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11', workerId: 'worker-1' } },
    },
    access: { rate: 'action' },
  }),
  tasksSubmit: endpoint({
    http: {
      method: 'POST',
      path: '/api/tasks/submit',
      servedBy: 'sidecar',
      body: PoolSubmitRequest,
      response: PoolSubmitted,
      errors: ['rate_limited'],
      creates: 'across transactions',
    },
    docs: {
      group: 'Access',
      summary: 'Hand in a claimed task.',
      description:
        'pending_review: another worker with a good record or the creator decides; send the same submission again to hear of ' +
        'it. Work of those with a good record seldom waits.',
      example: {
        body: {
          taskId: '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11',
          claimToken: 'SECRET',
          submission: { label: { a: 'maps' } },
        },
      },
    },
    access: { rate: 'action' },
  }),
};
