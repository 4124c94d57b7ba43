// Transcription as the console shows it: recordings that were asked for, and own transcripts that wait.
import type { TranscribeState } from '#contract/schemas/transcripts.ts';
import type { WaitingTranscript } from '../../transcribe/own-episodes.ts';
import type { Text } from '../words/words.ts';

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

export interface TranscriptsModel {
  waiting: WaitingTranscript[];
  jobs: TranscribeRow[];
}

export const transcribeLabels: Record<TranscribeState, Text> = {
  queued: 'Waits',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
};
export const transcribeTones = { queued: 'plain', running: 'waiting', done: 'good', failed: 'bad' } as const;
