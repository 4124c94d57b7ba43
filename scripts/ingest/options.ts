// What `npm run ingest` can be told by its arguments.
import { parseArgs } from 'node:util';
import { contentDir } from '../settings.ts';

export const help = `Brings the feeds of feeds.json into the inbox and gets what is published ready to be built.

npm run ingest

  --feed ID              only this feed
  --allow-private HOST   this host may have a private address (may be given several times)
  --content DIR          the content folder (default: content, or content/example until there is a creator.json)
  --json                 the report for programs, one JSON document on standard output
  --help                 this text

A feed that fails is reported, and what it brought before stays. Ends with 0 also then, with 1 when creator.json or
feeds.json can't be used, with 2 when the arguments make no sense.`;

export interface IngestOptions {
  contentDir: string;
  feedId: string | undefined;
  allowPrivateHosts: string[];
  json: boolean;
  help: boolean;
}

/** Throws an Error that says which argument makes no sense. */
export function readOptions(args: string[]): IngestOptions {
  const { values } = parseArgs({
    args,
    options: {
      feed: { type: 'string' },
      'allow-private': { type: 'string', multiple: true, default: [] },
      content: { type: 'string', default: contentDir() },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    contentDir: values.content,
    feedId: values.feed,
    allowPrivateHosts: values['allow-private'],
    json: values.json,
    help: values.help,
  };
}
