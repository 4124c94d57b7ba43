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
      summary: 'Request a work task.',
      description:
        'A task is valid for one resource, 15 minutes and one submission. More expensive resources require more tasks; see ' +
        'tasksLeft. Repeating the request returns the same open task. Returns 402 if work is not offered or the payment ' +
        'context has expired.',
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
      summary: 'Submit a work task.',
      description:
        'A submission in the wrong format can be corrected and sent again. A valid one is judged once: 400 with details.reason ' +
        'rejected ends the task. If the response contains tasksLeft, request the next task. Repeating an accepted submission ' +
        'returns the same response.',
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
    docs: { group: 'Access', summary: 'List available tasks of the pool.', example: { query: { limit: 5 } } },
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
      summary: 'Claim a task from the pool.',
      description:
        'The task is reserved for 15 minutes. Returns 400 with details.reason if it is reserved, done or unknown.',
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
      summary: 'Submit a claimed task.',
      description:
        'pending_review: another trusted worker or the creator decides; send the same submission again to get the result. ' +
        'Submissions of trusted workers are rarely reviewed.',
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
