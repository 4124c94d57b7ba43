// The transcript of one episode as the console's editor shows it.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { EpisodeRow, TranscribeRow } from '../transcripts/model.ts';

export interface TranscriptModel {
  id: string;
  title: string;
  state: EpisodeRow['state'];
  /** What the editor plays: an address that browsers take on this page. */
  recording?: string;
  hasRecording: boolean;
  durationSeconds?: number;
  /** Names that a speaker may have. */
  names: string[];
  /** Those in the transcript. */
  speakers: string[];
  segments: Segment[];
  /** Of the file that the form corrects. */
  revision: string;
  /** Why the file cannot be shown in a form. */
  unreadable?: string;
  /** What the file says besides: who heard it, and what is missing. */
  notes: string[];
  /** The publisher's can be taken over. */
  hasPublishers: boolean;
  /** Approving puts what was only heard in the place of a corrected transcript. */
  replacesCorrected: boolean;
  jobs: TranscribeRow[];
}
