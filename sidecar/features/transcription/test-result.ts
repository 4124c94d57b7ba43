// For tests: what a job comes to when nothing was said.
import type { Result } from './jobs.ts';

export const emptyResult: Result = {
  segments: [],
  language: 'en',
  languageSource: 'request',
  durationSeconds: 3,
  engine: 'e',
  source: 'embedded',
  warnings: [],
};
