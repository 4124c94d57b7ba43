// Reads and writes JSON files of the creator. After a crash, a file has its old or its new content.
import { join } from 'node:path';
import { decodeFile } from '#domain/text/decode.ts';
import { ignoreMissingFile, type ReviewDesk, replaceFile } from './review-desk.ts';

type FileAccess = Pick<ReviewDesk, 'fs' | 'contentDir'>;

export const readContentFile = ({ fs, contentDir }: FileAccess, name: string): Promise<string | undefined> =>
  fs.readFile(join(contentDir, name)).then(decodeFile).catch(ignoreMissingFile);

export const writeContentFile = ({ fs, contentDir }: FileAccess, name: string, text: string): Promise<void> =>
  replaceFile(fs, join(contentDir, name), text);
