// Tells nginx each address's file by a symbolic link: it reads the facts from the name of what the link leads to, so that
// nothing has to be loaded, and a release writes the links of what changed.
import { existsSync, linkSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '#domain/ids.ts';
import { licensePath } from '#domain/links.ts';
import { headerTemplates, type Site } from '#domain/release/headers.ts';
import { hasPlainName, type HostedFile, isFileAddress, suffixOf } from '#domain/release/hosting.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { encodings } from '#domain/release/page.ts';
import { type Difference, differences, noEntries } from '#domain/release/release-entries.ts';
import { inFolder } from '../place.ts';
import { remove, type Tree } from '../tree.ts';

type File = Pick<HostedFile, 'path' | 'entry'>;
type Room = Pick<BuiltManifest, 'baseUrl' | 'entries'>;

/** In the folder of a release. */
export const linkFolder = 'links';
/** What links end in, for an address may have others below it; and the folder of what they lead to. No address has them. */
export const [linkEnd, targetFolder] = ['=', ','];
const madeBy = join(linkFolder, 'made-by');

/** How many characters of the name of a target say what; the tokens come last. */
export const nameParts = { digest: 32, form: 6, address: 5 };

const short = (text: string, length: number): string =>
  parseInt(sha256(text).slice(0, 12), 16).toString(36).padStart(length, '0').slice(-length);

/** What few files have of their own alone, as the maps say it after the number of the headers. */
export const formFacts = ({ entry, path }: File): string =>
  [
    encodings.filter((encoding) => entry.encodings?.[encoding]).join(','),
    suffixOf({ path, entry }),
    entry.markdown ? 'markdown' : '',
    '',
  ].join('|');

const forms = new Map<string, string>();

/** Names the headers and facts that a file shares with others of its kind. */
export function formOf(file: File, site: Site): string {
  const headers = headerTemplates(file.path, file.entry, site);
  const text = `${Object.entries(headers).join('\n')}\n${formFacts(file)}`;
  if (!forms.has(text)) forms.set(text, short(text, nameParts.form));
  return forms.get(text)!;
}

const siteOf = ({ baseUrl, entries }: Room): Site => ({ baseUrl, hasLicense: entries.has(licensePath) });

/**
 * The name of what the link of an address leads to; undefined if nginx leaves the address to the sidecar. With most addresses
 * it keeps a link within the 59 bytes that ext4 holds without a block of its own.
 */
function targetOf(file: File, site: Site): string | undefined {
  const { path, entry } = file;
  if (entry.private || entry.frame || !isFileAddress(path)) return undefined;
  if (!hasPlainName(file) || suffixOf(file) === undefined) return undefined;
  // Two addresses never share a target, so that the one may go while the other stays.
  const own = short(path, nameParts.address);
  return `${entry.etag}${formOf(file, site)}${own}${entry.tokens ?? ''}`;
}

const linkAt = (dir: string, path: string) => join(dir, linkFolder, `${path}${linkEnd}`);
const targetAt = (dir: string, name: string) => join(dir, linkFolder, targetFolder, name);

/**
 * Leads the address to the name of its file, or, without one, nowhere. `before` is the name that it led to, which is gone then:
 * each target has one link.
 */
function lead(dir: string, { path, is }: Difference, before: string | undefined, site: Site): void {
  const link = linkAt(dir, path);
  const name = is && targetOf({ path, entry: is }, site);
  if (before === name) return;
  if (before !== undefined) for (const file of [link, targetAt(dir, before)]) remove(file);
  if (!is || name === undefined) return;
  const target = targetAt(dir, name);
  inFolder(target, () => linkSync(join(dir, 'public', is.file), target));
  const up = '../'.repeat(path.split('/').length - 2);
  inFolder(link, () => symlinkSync(`${up}${targetFolder}/${name}`, link));
}

function nameBehind(dir: string, path: string): string | undefined {
  try {
    return basename(readlinkSync(linkAt(dir, path)));
  } catch {
    return undefined;
  }
}

/** Brings the links in a tree, which are those of the release whose folder it was, to what the new release says. */
export function updateLinks(tree: Tree, codeHash: string, room: Room): void {
  const { dir, old } = tree;
  const site = siteOf(room);
  // Another version of the code may name the same file in another way.
  const maker = JSON.stringify([codeHash, site]);
  const file = join(dir, madeBy);
  const isSameMaker = existsSync(file) && readFileSync(file, 'utf8') === maker;
  const changed = differences(old?.entries ?? noEntries, room.entries);
  if (isSameMaker) {
    // Faster than to read each link: nothing else writes here.
    for (const one of changed) lead(dir, one, one.was && targetOf({ path: one.path, entry: one.was }, site), site);
    return;
  }
  const every = [...changed, ...(old ? room.entries : noEntries).entries().map(([path, is]) => ({ path, is }))];
  for (const one of every) lead(dir, one, old && nameBehind(dir, one.path), site);
  // Releases share their files.
  remove(file);
  inFolder(file, () => writeFileSync(file, maker));
}
