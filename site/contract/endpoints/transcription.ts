// Transcription of remote audio and video, either in the response or as a job.
import { endpoint } from '../endpoint.ts';
import { transcribeWaitSeconds } from '../limits.ts';
import {
  TranscribeAccepted,
  TranscribeJob,
  TranscribeJobParams,
  TranscribeRequest,
  Transcript,
} from '../schemas/transcripts.ts';

const job = {
  http: {
    path: '/api/agent/transcribe/{jobId}',
    servedBy: 'sidecar',
    params: TranscribeJobParams,
    response: TranscribeJob,
  },
  docs: { group: 'Actions', foundIn: ['transcribe', 'statusUrl'], example: { params: { jobId: 'JOB_ID' } } },
} as const;

export const transcription = {
  transcribe: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/transcribe',
      servedBy: 'sidecar',
      body: TranscribeRequest,
      response: Transcript,
      accepted: TranscribeAccepted,
      errors: ['rate_limited', 'unavailable'],
      creates: 'across transactions',
      answerSeconds: transcribeWaitSeconds,
    },
    docs: {
      group: 'Actions',
      indexKey: 'transcribe',
      summary: 'Transcribe remote audio or video.',
      description:
        'Of an episode of this room, the publisher’s own transcript is given. With `Prefer: respond-async` media of more than two ' +
        'minutes, and whatever takes longer than ten seconds (or than `wait`), is answered 202 with the address of a job; without it the answer waits until all is ' +
        'heard. Silence and noise give an empty transcript. The same recording is heard once: ask again as you like. A client may ' +
        'have five recordings waiting; what is known already never waits.',
      example: { body: { sourceUrl: 'https://media.example.org/episode.mp3', language: 'en', format: 'markdown' } },
    },
    access: {
      rate: 'transcribe',
      paywall: { resource: 'transcribe', singleUseFields: ['sourceUrl', 'language'], minutesField: 'maxMinutes' },
    },
  }),
  transcribeJob: endpoint({
    http: { method: 'GET', ...job.http, errors: ['not_found', 'rate_limited'] },
    docs: {
      ...job.docs,
      summary: 'Where a transcription stands, and its result.',
      description: 'Jobs are kept for seven days, also over restarts.',
    },
    access: { rate: 'quote', private: true },
  }),
  transcribeCancel: endpoint({
    http: { method: 'DELETE', ...job.http, errors: ['not_found', 'rate_limited'] },
    docs: {
      ...job.docs,
      summary: 'Cancel a transcription that waits or runs.',
      description:
        'It counts as failed, with `cancelled` as the reason, and its place is free at once. What is done or failed stays as it is.',
    },
    access: { rate: 'action', private: true },
  }),
};
