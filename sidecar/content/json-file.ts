// One of the creator's JSON files: read as text, and written so that a crash leaves the old one or the new one.
import { join } from 'node:path';
import { ignoreMissingFile, type ReviewDesk, replaceFile } from './review-desk.ts';

type Place = Pick<ReviewDesk, 'fs' | 'contentDir'>;

export const readContentFile = ({ fs, contentDir }: Place, name: string): Promise<string | undefined> =>
  fs.readFile(join(contentDir, name), 'utf8').catch(ignoreMissingFile);

export const writeContentFile = ({ fs, contentDir }: Place, name: string, text: string): Promise<void> =>
  replaceFile(fs, join(contentDir, name), text);
