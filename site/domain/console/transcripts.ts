// Transcription as the console shows it: recordings that were asked for, and own transcripts that wait.
import type { Segment, TranscribeState } from '#contract/schemas/transcripts.ts';

export interface TranscribeRow {
  id: string;
  status: TranscribeState;
  /** Address of the recording, which a stranger gave. */
  source: string;
  /** 0 to 1. */
  progress: number;
  durationSeconds?: number;
  problem?: string;
  createdAt: number;
}

/** Of an episode of the creator. */
export interface WaitingTranscript {
  id: string;
  title: string;
  segments: Segment[];
}

export interface TranscriptsModel {
  waiting: WaitingTranscript[];
  jobs: TranscribeRow[];
}

export const transcribeLabels: Record<TranscribeState, string> = {
  queued: 'Waits',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
};
export const transcribeTones = { queued: 'plain', running: 'waiting', done: 'good', failed: 'bad' } as const;
