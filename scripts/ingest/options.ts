// What `npm run ingest` can be told by its arguments.
import { type Call, contentOption, type Options } from '../commands/command.ts';
import { contentDir } from '../settings.ts';

export const ingestArguments = {
  feed: { type: 'string', value: 'ID', doc: 'only this feed' },
  pictures: { type: 'boolean', doc: 'no feed: only the pictures of what is published, which pages load as copies' },
  'allow-private': { type: 'string', multiple: true, value: 'HOST', doc: 'this host may have a private address' },
  json: { type: 'boolean', doc: 'the report for programs, one JSON document on standard output' },
  ...contentOption,
} as const satisfies Options;

export interface IngestOptions {
  contentDir: string;
  feedId: string | undefined;
  allowPrivateHosts: string[];
  json: boolean;
  picturesOnly: boolean;
}

export const ingestOptions = ({ values }: Call<typeof ingestArguments>): IngestOptions => ({
  contentDir: values.content ?? contentDir(),
  feedId: values.feed,
  allowPrivateHosts: values['allow-private'],
  json: values.json,
  picturesOnly: values.pictures,
});
