// Transcription as the console shows it: recordings that are heard, and the transcripts of the creator's own episodes.
import type { Segment, TranscribeState } from '#contract/schemas/transcripts.ts';
import type { TranscriptStage } from '../../own-transcripts.ts';
import type { Pager } from '#sidecar/console/ui/listing.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export interface TranscribeRow {
  id: string;
  status: TranscribeState;
  /** Address of the recording, which a stranger gave; or the creator's own episode. */
  source: string;
  /** Below /console, of an own episode. */
  path?: string;
  /** 0 to 1. */
  progress: number;
  remainingSeconds?: number;
  /** What was heard until now. */
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

export interface TranscriptsModel {
  waiting: EpisodeRow[];
  episodes: EpisodeRow[];
  pages: Pager;
  jobs: TranscribeRow[];
}

export const transcribeLabels: Record<TranscribeState, ConsoleMessage> = {
  queued: 'Waits',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
};
export const transcribeTones = { queued: 'plain', running: 'waiting', done: 'good', failed: 'bad' } as const;

export const stateLabels: Record<EpisodeRow['state'], ConsoleMessage> = {
  none: 'None',
  publisher: 'The publisher’s',
  waiting: 'To be reviewed',
  approved: 'Approved',
};
export const stateTones = { none: 'plain', publisher: 'plain', waiting: 'waiting', approved: 'good' } as const;
