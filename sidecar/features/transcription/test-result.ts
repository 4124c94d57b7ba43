// The result of a job without speech, for tests.
import type { TranscriptResult } from './jobs.ts';

export const emptyResult: TranscriptResult = {
  segments: [],
  language: 'en',
  languageSource: 'request',
  durationSeconds: 3,
  engine: 'e',
  source: 'embedded',
  warnings: [],
};
