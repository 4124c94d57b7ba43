// Transcription jobs and transcripts of the creator's own episodes in the console.
import type { Segment, TranscribeState } from '#contract/schemas/transcripts.ts';
import type { TranscriptStage } from '../../own-transcripts.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export interface TranscribeRow {
  id: string;
  status: TranscribeState;
  /** Title of the creator's own episode, else the untrusted address of the recording. */
  source: string;
  /** Path of the creator's own episode below /console. */
  path?: string;
  /** 0 to 1. */
  progress: number;
  remainingSeconds?: number;
  /** Last segments of the transcript so far. */
  partial?: Segment[];
  durationSeconds?: number;
  problem?: string;
  createdAt: number;
}

export interface EpisodeRow {
  id: string;
  title: string;
  state: TranscriptStage | 'none';
}

export const transcribeLabels: Record<TranscribeState, ConsoleMessage> = {
  queued: 'Queued',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
};
export const transcribeTones = { queued: 'plain', running: 'waiting', done: 'good', failed: 'bad' } as const;

export const stateLabels: Record<EpisodeRow['state'], ConsoleMessage> = {
  none: 'None',
  publisher: 'From the publisher',
  waiting: 'Waiting for review',
  approved: 'Approved',
};
export const stateTones = { none: 'plain', publisher: 'plain', waiting: 'waiting', approved: 'good' } as const;
