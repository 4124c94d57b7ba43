// Actions and access: requests that the service keeps, and payment or work for access.
import { planned } from '../endpoint.ts';

const post = { method: 'POST', group: 'Actions' } as const;
const access = { method: 'POST', group: 'Access' } as const;

export const actions = {
  transcribe: planned({
    ...post,
    path: '/api/agent/transcribe',
    indexKey: 'transcribe',
    rate: 'transcribe',
    summary: 'Transcribe remote audio or video.',
  }),
  workOffer: planned({
    ...access,
    path: '/api/agent/work-offer',
    indexKey: 'workOffer',
    rate: 'action',
    summary: 'Ask for a work task.',
  }),
  workSubmit: planned({
    ...access,
    path: '/api/agent/work-submit',
    indexKey: 'workSubmit',
    rate: 'action',
    summary: 'Hand in a work task.',
  }),
  tasksAvailable: planned({
    method: 'GET',
    group: 'Access',
    path: '/api/tasks/available',
    rate: 'action',
    summary: 'Tasks of the pool.',
  }),
  tasksClaim: planned({ ...access, path: '/api/tasks/claim', rate: 'action', summary: 'Claim a task.' }),
  tasksSubmit: planned({ ...access, path: '/api/tasks/submit', rate: 'action', summary: 'Hand in a claimed task.' }),
};
