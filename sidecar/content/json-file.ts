// One of the creator's JSON files: read as text, and written so that a crash leaves the old one or the new one.
import { join } from 'node:path';
import { absent, type Desk } from './review-desk.ts';

type Place = Pick<Desk, 'fs' | 'contentDir'>;

export const readText = ({ fs, contentDir }: Place, name: string): Promise<string | undefined> =>
  fs.readFile(join(contentDir, name), 'utf8').catch(absent);

export async function writeText({ fs, contentDir }: Place, name: string, text: string): Promise<void> {
  const path = join(contentDir, name);
  const handle = await fs.open(`${path}.tmp`, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(`${path}.tmp`, path);
}
