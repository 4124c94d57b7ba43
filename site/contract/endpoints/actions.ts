// Actions that are still to come.
import { planned } from '../endpoint.ts';

const post = { method: 'POST', group: 'Actions' } as const;

export const actions = {
  transcribe: planned({
    ...post,
    path: '/api/agent/transcribe',
    indexKey: 'transcribe',
    rate: 'transcribe',
    summary: 'Transcribe remote audio or video.',
  }),
};
