// The folder of the release that is made. What an older release left in it stays where it is the same, so that a new
// release costs what changed; files that releases share are links to one another and never written into.
//
// Its own calls are synchronous on purpose: nothing else waits for this thread. Files with content go to the FileWriter, which may
// write them in another one.
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { type Encoding, encodingSuffix, type ManifestEntry } from '#domain/release/manifest.ts';
import { differences, noEntries, type ReleaseEntries } from '#domain/release/release-entries.ts';
import type { BuiltRelease, CompressedSizes, FileWriter } from '#domain/release/site-entry.ts';
import { bring, inFolder } from './place.ts';

/** A long text comes in pieces, so that it is never in memory as a whole. */
type Content = string | Buffer | Iterable<string>;

export interface Tree {
  dir: string;
  /** The release whose folder it was. */
  old: BuiltManifest | undefined;
  /** `path` is relative to the folder of the release. */
  write: (path: string, content: Content) => void;
  /** Passes the file to the FileWriter. With `sizes`, compressed variants are written, too, and their sizes are entered there. */
  put: (path: string, bytes: Buffer, modified: string, sizes: CompressedSizes | undefined) => void;
  /** Links the file from the same place in `from`, the folder of another release, unless it is there already. */
  keep: (path: string, from: string) => void;
  /** Gives whether the file existed. */
  remove: (path: string) => boolean;
  /** Copies or links a file from elsewhere. */
  bring: (how: (from: string, to: string) => void, from: string, path: string) => void;
  /** Of the files of this release, brings those that were not written from the folder of the release before; others go. */
  complete: (entries: ReleaseEntries, from: string | undefined) => void;
}

/** Relative to the folder of the release. */
export const placeOf = ({ file, private: isPrivate }: Pick<ManifestEntry, 'file' | 'private'>): string =>
  `${isPrivate ? 'private' : 'public'}/${file}`;

const suffixesOf = (sizes: CompressedSizes = {}): string[] => [
  '',
  ...Object.keys(sizes).map((encoding) => encodingSuffix[encoding as Encoding]),
];

const placesOf = (entry: ManifestEntry): string[] =>
  suffixesOf(entry.encodings).map((suffix) => placeOf(entry) + suffix);

const isSame = (a: ManifestEntry, b: ManifestEntry): boolean =>
  a === b || (a.etag === b.etag && a.lastModified === b.lastModified && placesOf(a).join() === placesOf(b).join());

/** Faster than rmSync, which matters for thousands of files. Gives whether the file existed. */
export function remove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

/** Folders that are left empty go, too: a build from scratch does not make them. */
function removeAll(dir: string, names: string[]): void {
  for (const name of names) remove(join(dir, name));
  for (const folder of new Set(names.map((name) => dirname(name))))
    try {
      for (let one = folder; one !== '.'; one = dirname(one)) rmdirSync(join(dir, one));
    } catch {
      // Something is left in it, or it went with another one.
    }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
const isSameFile = (one: string, other: string): boolean => inodeOf(one) === inodeOf(other);

function openFolder(dir: string, old: BuiltRelease | undefined): void {
  rmSync(dir, { recursive: true, force: true });
  if (!old) return void mkdirSync(dir, { recursive: true });
  // A folder with a manifest would count as a release.
  rmSync(join(old.dir, 'manifest.json'));
  renameSync(old.dir, dir);
}

const pieceLength = 64 * 1024;

function writeContent(path: string, content: Content): void {
  if (typeof content === 'string' || Buffer.isBuffer(content)) return writeFileSync(path, content);
  const file = openSync(path, 'w');
  try {
    let text = '';
    for (const piece of content) {
      text += piece;
      if (text.length < pieceLength) continue;
      appendFileSync(file, text);
      text = '';
    }
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** `old` gives its folder; it must be no release that anybody serves. */
export function openTree(dir: string, files: FileWriter, old?: BuiltRelease): Tree {
  openFolder(dir, old);
  const held = old?.manifest.entries ?? noEntries;
  const there = new Set<string>();
  const free = (path: string) => old && remove(path);
  const tree: Tree = {
    dir,
    old: old?.manifest,
    write: (name, content) => {
      const path = join(dir, name);
      free(path);
      inFolder(path, () => writeContent(path, content));
      there.add(name);
    },
    put: (name, bytes, modified, sizes) => {
      const file = { path: join(dir, name), bytes, modified, isCompressed: sizes !== undefined, replaces: !!old };
      files.write(file, (made) => {
        if (sizes) Object.assign(sizes, made);
        for (const suffix of suffixesOf(made)) there.add(name + suffix);
      });
    },
    keep: (name, from) => {
      if (!old || !isSameFile(join(dir, name), join(from, name))) tree.bring(linkSync, join(from, name), name);
    },
    remove: (name) => Boolean(old) && remove(join(dir, name)),
    bring: (how, from, name) => {
      free(join(dir, name));
      bring(how, from, join(dir, name));
      there.add(name);
    },
    complete: (entries, from) => {
      const changed = differences(held, entries).filter(({ was, is }) => !was || !is || !isSame(was, is));
      const wanted = new Set(changed.flatMap(({ is }) => (is ? placesOf(is) : [])));
      const before = changed.flatMap(({ was }) => (was ? placesOf(was) : []));
      removeAll(dir, before.filter((name) => !wanted.has(name))); // prettier-ignore
      for (const name of wanted) if (!there.has(name)) tree.bring(linkSync, join(from!, name), name);
    },
  };
  return tree;
}
