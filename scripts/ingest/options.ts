// Options of npm run ingest.
import { type Call } from '../commands/command.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { contentDir } from '../settings.ts';

export interface IngestOptions {
  contentDir: string;
  feedId: string | undefined;
  allowPrivateHosts: string[];
  json: boolean;
  picturesOnly: boolean;
  /** True if a running room copies most pictures afterwards. */
  picturesLater: boolean;
}

export const ingestOptions = (env: Environment, { values }: Call<'ingest'>): IngestOptions => ({
  contentDir: values.content ?? contentDir(env),
  feedId: values.feed,
  allowPrivateHosts: values['allow-private'],
  json: values.json,
  picturesOnly: values.pictures,
  picturesLater: values['pictures-later'],
});
