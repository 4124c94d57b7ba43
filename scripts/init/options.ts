// What `npm run init` can be told by its arguments.
import { parseArgs } from 'node:util';
import { nameOf, ownContentDir } from '../settings.ts';
import { webAddress } from './web.ts';

export const help = `Finds the feeds of your site and writes a first content/creator.json and content/feeds.json.

npm run init -- https://example.org [more addresses: site, podcast feed, channel]

  --name NAME            name of the creator
  --publication NAME     name of the publication
  --one-liner TEXT       one sentence about it
  --feed URL             take exactly this feed (may be given several times)
  --auto-review          publish what is no article (episodes, videos …) without waiting for review
  --yes                  take every guess, ask nothing
  --force                replace creator.json and feeds.json; the old ones are kept as .bak files
  --content DIR          the content folder (default: content, or CONTENT_DIR)
  --allow-private HOST   this host may have a private address (own network, tests)
  --json                 the findings as one JSON document on standard output; asks nothing
  --help                 this text

Asks where a terminal is there. Ends with 0 when the files were written, 1 when nothing could be found or written,
2 when the arguments make no sense.`;

export interface InitOptions {
  urls: string[];
  name?: string;
  publication?: string;
  oneLiner?: string;
  feeds: string[];
  autoReview: boolean;
  yes: boolean;
  force: boolean;
  contentDir: string;
  allowPrivate: string[];
  json: boolean;
  help: boolean;
}

const texts = { type: 'string', multiple: true, default: [] as string[] } as const;
const flag = { type: 'boolean', default: false } as const;

/** Throws an Error that says which argument makes no sense. */
export function readOptions(args: string[]): InitOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      publication: { type: 'string' },
      'one-liner': { type: 'string' },
      feed: texts,
      'auto-review': flag,
      yes: flag,
      force: flag,
      content: { type: 'string', default: nameOf(ownContentDir()) },
      'allow-private': texts,
      json: flag,
      help: flag,
    },
  });
  const urls = positionals.map(addressOf);
  const feeds = values.feed.map(addressOf);
  if (!urls.length && !feeds.length && !values.help) throw new Error('Name the address of your site: https://…');
  return {
    urls: urls.length ? urls : feeds,
    ...(values.name && { name: values.name }),
    ...(values.publication && { publication: values.publication }),
    ...(values['one-liner'] && { oneLiner: values['one-liner'] }),
    feeds,
    autoReview: values['auto-review'],
    yes: values.yes,
    force: values.force,
    contentDir: values.content,
    allowPrivate: values['allow-private'],
    json: values.json,
    help: values.help,
  };
}

/** `example.org` is taken as https://example.org/. */
function addressOf(text: string): string {
  const address = webAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address) throw new Error(`“${text}” is no web address: write https://…`);
  return address;
}
