// What the creator said of feeds that were held. An answer names the entries that it is about, so that an old one does nothing.
import { join } from 'node:path';
import { FeedAnswers, feedAnswersFile } from '#contract/schemas/ingest-report.ts';
import { readJsonFile } from '../json-file.ts';

export function readAnswers(contentDir: string): FeedAnswers {
  try {
    return readJsonFile(join(contentDir, '.build', feedAnswersFile), FeedAnswers, {});
  } catch {
    return {};
  }
}
