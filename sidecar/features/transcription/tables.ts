// The tables of jobs and transcripts, and their rows that expire.
import { dayMs } from '#domain/instants.ts';
import { transcribeJobRetentionDays } from '#contract/limits.ts';
import { type ExpiryRule, olderThan } from '../../storage/expiry.ts';
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
      /** JSON of the answer without its written form. */
      result: string | null;
      /** JSON: why it failed. */
      problem: string | null;
      attempts: number;
      /** A worker holds the job until then; one that waits is not taken before. */
      claimedUntil: number;
      createdAt: number;
      updatedAt: number;
      /** Client that requested the job: the holder of a token, else the network. */
      client: string;
      /** Id of the one-time token that pays for it, given back if it fails. */
      paidWith: string | null;
      /** Id of the creator's own episode for which the console asked: what is heard waits there for review. */
      episode: string | null;
      /** Host of the recording. */
      host: string;
      /** 1 or 0: what the feed can answer takes none of the places. */
      takesPlace: number;
      /** A longer recording is refused; null for whatever the room takes. */
      maxMinutes: number | null;
      /** Name of the request with an Idempotency-Key that asked for it. */
      askedAs: string | null;
    };
    /** Transcripts by the SHA-256 of recording, engine and language, and those keys by the address of the recording. */
    transcripts: { key: string; heard: string; createdAt: number };
  }
}

/** Jobs that ended; transcripts stay longer. */
const endedJobs = olderThan('transcribeJobs', 'id', (rows, before) =>
  rows.where('status', 'in', ['done', 'failed']).where('createdAt', '<', before),
);

/** Transcripts that were not requested for that long. */
const unusedTranscripts = olderThan('transcripts', 'key', (rows, before) => rows.where('createdAt', '<', before));

export const transcriptionExpiry: ExpiryRule[] = [
  { keptMs: transcribeJobRetentionDays * dayMs, deleteExpired: endedJobs },
  { keptMs: 90 * dayMs, deleteExpired: unusedTranscripts },
];
