// Transcription of remote audio and video, either in the response or as a job.
import { endpoint } from '../endpoint.ts';
import { toolPageTokens, transcribeWaitSeconds } from '../limits.ts';
import {
  TranscribeAccepted,
  TranscribeJob,
  TranscribeJobParams,
  TranscribeRequest,
  TranscriptPageQuery,
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
        'For an episode of this room, returns the publisher’s transcript. With `Prefer: respond-async`, media of more than two ' +
        'minutes, or a task that takes longer than ten seconds (or `wait`), returns 202 with the address of a job; without it ' +
        'the response arrives when the transcript is complete. Silence and noise give an empty transcript. A recording is ' +
        'transcribed once; repeated requests return the same transcript. A client may have five recordings waiting; existing ' +
        'transcripts are returned immediately.',
      example: { body: { sourceUrl: 'https://media.example.org/episode.mp3', language: 'en', format: 'markdown' } },
    },
    access: {
      rate: 'transcribe',
      paywall: { resource: 'transcribe', singleUseFields: ['sourceUrl', 'language'], minutesField: 'maxMinutes' },
    },
    agents: {
      tool: 'transcribe',
      usage:
        'Use it for a recording without text; for an episode of this room use get_item. After ten seconds ' +
        'it returns a jobId for get_transcription instead. For the next page, set cursor to nextCursor.',
      defaults: { maxTokens: toolPageTokens },
      prefer: 'respond-async',
    },
  }),
  transcribeJob: endpoint({
    http: { method: 'GET', ...job.http, query: TranscriptPageQuery, errors: ['not_found', 'rate_limited'] },
    docs: {
      ...job.docs,
      summary: 'Get the status of a transcription and its result.',
      description: 'Jobs are stored for seven days and survive restarts.',
    },
    access: { rate: 'quote', private: true },
    agents: {
      tool: 'get_transcription',
      usage:
        'Use it after transcribe, every few seconds while the status is queued or running. Once it is done, result has ' +
        'the text; for the next page, set cursor to nextCursor.',
      defaults: { maxTokens: toolPageTokens },
    },
  }),
  transcribeCancel: endpoint({
    http: { method: 'DELETE', ...job.http, errors: ['not_found', 'rate_limited'] },
    docs: {
      ...job.docs,
      summary: 'Cancel a waiting or running transcription.',
      description: 'The job fails with the reason `cancelled` and leaves the queue. A finished job does not change.',
    },
    access: { rate: 'action', private: true },
  }),
};
