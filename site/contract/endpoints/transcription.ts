// Transcription of remote audio and video: answered at once, or as a job.
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
  path: '/api/agent/transcribe/{jobId}',
  group: 'Actions',
  lane: 'sidecar',
  private: true,
  foundIn: ['transcribe', 'statusUrl'],
  params: TranscribeJobParams,
  response: TranscribeJob,
  example: { params: { jobId: 'JOB_ID' } },
} as const;

export const transcription = {
  transcribe: endpoint({
    method: 'POST',
    path: '/api/agent/transcribe',
    group: 'Actions',
    lane: 'sidecar',
    indexKey: 'transcribe',
    rate: 'transcribe',
    creates: 'with others',
    paywall: { resource: 'transcribe', once: ['sourceUrl', 'language'], minutes: 'maxMinutes' },
    summary: 'Transcribe remote audio or video.',
    description:
      'Of an episode of this room, the publisher’s own transcript is given. With `Prefer: respond-async` media of more than two ' +
      'minutes, and whatever takes longer than ten seconds (or than `wait`), is answered 202 with the address of a job; without it the answer waits until all is ' +
      'heard. Silence and noise give an empty transcript. The same recording is heard once: ask again as you like. A client may ' +
      'have five recordings waiting; what is known already never waits.',
    body: TranscribeRequest,
    response: Transcript,
    accepted: TranscribeAccepted,
    answerSeconds: transcribeWaitSeconds,
    errors: ['rate_limited', 'unavailable'],
    example: { body: { sourceUrl: 'https://media.example.org/episode.mp3', language: 'en', format: 'markdown' } },
  }),
  transcribeJob: endpoint({
    ...job,
    method: 'GET',
    rate: 'quote',
    summary: 'Where a transcription stands, and its result.',
    description: 'Jobs are kept for seven days, also over restarts.',
    errors: ['not_found', 'rate_limited'],
  }),
  transcribeCancel: endpoint({
    ...job,
    method: 'DELETE',
    rate: 'action',
    summary: 'Cancel a transcription that waits or runs.',
    description:
      'It counts as failed, with `cancelled` as the reason, and its place is free at once. What is done or failed stays as it is.',
    errors: ['not_found', 'rate_limited'],
  }),
};
