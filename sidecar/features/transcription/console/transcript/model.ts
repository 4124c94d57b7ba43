// The transcript of one episode in the editor of the console.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { EpisodeRow, TranscribeRow } from '../transcripts/model.ts';

export interface TranscriptModel {
  id: string;
  title: string;
  state: EpisodeRow['state'];
  /** Address of the recording, if the security policy of the page lets browsers play it. */
  recording?: string;
  hasRecording: boolean;
  durationSeconds?: number;
  /** Suggested names of speakers. */
  names: string[];
  /** Names of speakers in the transcript. */
  speakers: string[];
  segments: Segment[];
  /** SHA-256 of the file that the form corrects. */
  revision: string;
  /** Reason why the file cannot be shown in the form. */
  unreadable?: string;
  /** Notes in the file, such as the engine and its warnings. */
  notes: string[];
  /** True if there is a transcript of the publisher to start from. */
  hasPublishers: boolean;
  /** True if approval would replace a corrected transcript with an uncorrected one. */
  replacesCorrected: boolean;
  jobs: TranscribeRow[];
}
