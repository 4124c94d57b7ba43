// Options of npm run init.
import { type Call, UsageError } from '../commands/command.ts';
import type { Io } from '../io.ts';
import { shortPath, ownContentDir } from '../settings.ts';
import { webAddress } from './web.ts';

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
  /** True if the folder was named with --content. */
  namesFolder: boolean;
  allowPrivate: string[];
  json: boolean;
}

/** Reads the options. Throws a UsageError that names the wrong argument. */
export function initOptions(io: Pick<Io, 'env' | 'folder'>, { values, operands }: Call<'init'>): InitOptions {
  const urls = operands.map(parseAddress);
  const feeds = values.feed.map(parseAddress);
  if (!urls.length && !feeds.length) throw new UsageError('Give the address of your site: https://…');
  return {
    urls: urls.length ? urls : feeds,
    ...(values.name && { name: values.name }),
    ...(values.publication && { publication: values.publication }),
    ...(values['one-liner'] && { oneLiner: values['one-liner'] }),
    feeds,
    autoReview: values['auto-review'],
    yes: values.yes,
    force: values.force,
    contentDir: values.content ?? shortPath(ownContentDir(io.env), io.folder),
    namesFolder: values.content !== undefined,
    allowPrivate: values['allow-private'],
    json: values.json,
  };
}

/** Parses an address; `example.org` becomes https://example.org/. */
function parseAddress(text: string): string {
  const address = webAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address) throw new UsageError(`“${text}” is not a web address. Use https://…`);
  return address;
}
