// What `npm run init` can be told by its arguments.
import { type Call, contentOption, type Options, UsageError } from '../commands/command.ts';
import { nameOf, ownContentDir } from '../settings.ts';
import { webAddress } from './web.ts';

export const initArguments = {
  operands: 'ADDRESS …',
  options: {
    name: { type: 'string', value: 'NAME', doc: 'name of the creator' },
    publication: { type: 'string', value: 'NAME', doc: 'name of the publication' },
    'one-liner': { type: 'string', value: 'TEXT', doc: 'one sentence about it' },
    feed: { type: 'string', multiple: true, value: 'URL', doc: 'take exactly this feed (may be given several times)' },
    'auto-review': {
      type: 'boolean',
      doc: 'publish what is no article (episodes, videos …) without waiting for review',
    },
    yes: { type: 'boolean', doc: 'take every guess, ask nothing' },
    force: {
      type: 'boolean',
      doc: 'replace creator.json and feeds.json; the old ones are kept as .bak files',
    },
    ...contentOption,
    'allow-private': {
      type: 'string',
      multiple: true,
      value: 'HOST',
      doc: 'this host may have a private address (own network, tests)',
    },
    json: {
      type: 'boolean',
      doc: 'the findings as one JSON document on standard output, addresses as they are read on standard error; asks nothing',
    },
  },
} as const satisfies { operands: string; options: Options };

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
}

/** Throws a UsageError that says which argument makes no sense. */
export function initOptions({ values, operands }: Call<typeof initArguments.options>): InitOptions {
  const urls = operands.map(addressOf);
  const feeds = values.feed.map(addressOf);
  if (!urls.length && !feeds.length) throw new UsageError('Name the address of your site: https://…');
  return {
    urls: urls.length ? urls : feeds,
    ...(values.name && { name: values.name }),
    ...(values.publication && { publication: values.publication }),
    ...(values['one-liner'] && { oneLiner: values['one-liner'] }),
    feeds,
    autoReview: values['auto-review'],
    yes: values.yes,
    force: values.force,
    contentDir: values.content ?? nameOf(ownContentDir()),
    allowPrivate: values['allow-private'],
    json: values.json,
  };
}

/** `example.org` is taken as https://example.org/. */
function addressOf(text: string): string {
  const address = webAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address) throw new UsageError(`“${text}” is no web address: write https://…`);
  return address;
}
