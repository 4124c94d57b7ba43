// Tables of jobs and transcripts, with the expiry of their rows.
import { dayMs } from '#domain/instants.ts';
import { transcribeJobRetentionDays } from '#contract/limits.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';
import type { TranscribeState, TranscriptFormat } from '#contract/schemas/transcripts.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    transcribeJobs: {
      id: string;
      status: TranscribeState;
      sourceUrl: string;
      /** Language of the request. */
      language: string | null;
      format: TranscriptFormat;
      /** 0 to 1. */
      progress: number;
      /** Null until the recording is decoded. */
      durationSeconds: number | null;
      /** JSON of the result without its written format, or of a partial result. */
      result: string | null;
      /** JSON of the error. */
      problem: string | null;
      attempts: number;
      /** End of the worker's claim on a running job; earliest time at which a queued job is claimed. */
      claimedUntil: number;
      createdAt: number;
      updatedAt: number;
      /** Client that requested the job: the holder of a token, else the network. */
      client: string;
      /** Id of the one-time token that pays for it, given back if it fails. */
      paidWith: string | null;
      /** Id of the creator's own episode; its transcript waits for review in the console. */
      episode: string | null;
      /** Host of the recording. */
      host: string;
      /** 1 if the job takes a slot of the queue, 0 if the feed can answer it. */
      takesPlace: number;
      /** Longest recording that the payment covers; null if only the limit of the room applies. */
      maxMinutes: number | null;
      /** Key of the request, if it carried an Idempotency-Key. */
      askedAs: string | null;
    };
    /** Transcripts by SHA-256 of recording, engine and language; also these keys by address of the recording. */
    transcripts: { key: string; heard: string; createdAt: number };
  }
}

/** Ended jobs; transcripts are stored longer. */
const endedJobs = deleteOlderThan('transcribeJobs', 'id', (rows, before) =>
  rows.where('status', 'in', ['done', 'failed']).where('createdAt', '<', before),
);

/** Transcripts that were not requested for that long. */
const unusedTranscripts = deleteOlderThan('transcripts', 'key', (rows, before) => rows.where('createdAt', '<', before));

export const transcriptionExpiry: ExpiryRule[] = [
  { retentionMs: transcribeJobRetentionDays * dayMs, deleteExpired: endedJobs },
  { retentionMs: 90 * dayMs, deleteExpired: unusedTranscripts },
];
