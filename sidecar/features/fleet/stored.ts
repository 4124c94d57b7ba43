// How a release lies in the bucket of the fleet: each file under a name that its content gives it, an index of all of them
// now and then, and after it what each release changed.
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Encoding, encodings, encodingSuffix, type Manifest, type ReleasePage } from '#domain/release/page.ts';

export interface StoredFacts extends Omit<Manifest, 'entries' | 'isFetched'> {
  /** Of the files at no address, by path: the names of the parts they consist of. */
  parts: Record<string, string[]>;
}

/** A manifest whose entries name their files as they are called in the bucket, and on each machine. */
export interface StoredRelease extends StoredFacts {
  entries: Manifest['entries'];
  /** Names that one of the last releases had and later ones do not, oldest first. */
  leftovers: string[][];
}

/** What is different from the release before in the chain. */
export interface StoredDelta extends StoredFacts {
  changed: Manifest['entries'];
  gone: string[];
}

export interface StoredFile {
  /** Below `objects/`, in the bucket and on each machine. */
  name: string;
  /** Left out where the hash has to do. */
  size?: number;
  /** The beginning of the SHA-256 of its bytes, unpacked. */
  hash: string;
  encoding?: Encoding;
}

const hashLength = 32;
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, hashLength);

/** Of a file with its compressed copies, which another version of the program may pack in another way. */
export const nameOf = ({ etag, encodings = {} }: Pick<ReleasePage, 'etag' | 'encodings'>): string =>
  [etag, ...Object.values(encodings)].join('-');

export function* filesOfEntry(entry: Pick<ReleasePage, 'etag' | 'size' | 'encodings'>): Generator<StoredFile> {
  const [name, hash] = [nameOf(entry), entry.etag];
  yield { name, size: entry.size, hash };
  for (const [key, size] of Object.entries(entry.encodings ?? {})) {
    const encoding = key as Encoding;
    yield { name: name + encodingSuffix[encoding], size, hash, encoding };
  }
}

/** What its name says of it. */
export function fileNamed(name: string): StoredFile {
  const [encoding] = encodings.filter((one) => name.endsWith(encodingSuffix[one]));
  return { name, hash: name.slice(0, hashLength), ...(encoding && { encoding }) };
}

const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };

/** Whether the bytes are those that the index names. */
export function isWhole(bytes: Buffer, { size, hash, encoding }: StoredFile): boolean {
  try {
    return (size ?? bytes.length) === bytes.length && hashOf(encoding ? unpackers[encoding](bytes) : bytes) === hash;
  } catch {
    return false;
  }
}

const partBytes = 64 * 1024;
const lineFeed = 10;
/** One line in so many ends a part: which one only its own bytes decide. */
const linesOfPart = 64;

/** Lists get new lines at their beginning: parts end at lines, so that those further down stay what they are. */
function* cutAtLines(bytes: Buffer): Generator<Buffer> {
  let [start, line] = [0, 0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, line)) {
    const isLast = createHash('sha1').update(bytes.subarray(line, end)).digest().readUInt16BE() % linesOfPart === 0;
    line = end + 1;
    if (!isLast) continue;
    yield bytes.subarray(start, line);
    start = line;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** A database changes a few of its pages in place. */
function* cutEvenly(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

/** The parts of a file that is at no address, by name and in order: of two releases most are the same. */
export const partsOf = (path: string, bytes: Buffer): [name: string, part: Buffer][] =>
  [...(path.endsWith('.ndjson') ? cutAtLines(bytes) : cutEvenly(bytes))].map((part) => [hashOf(part), part]);

export const objectKey = (name: string): string => `objects/${name}`;

/** Entries as they lie in the bucket, without what only builds need. */
export const storedEntries = (entries: Iterable<[string, ReleasePage]>): [string, ReleasePage][] =>
  Array.from(entries, ([path, { key: _, ...entry }]) => [path, { ...entry, file: objectKey(nameOf(entry)) }]);
