// Reads and writes the note that lists the files of a target. It is stored in the target, so that any machine can
// resume.
import { isNamedByContent } from '#domain/links.ts';
import type { PublishTarget, TargetFile, TargetFiles } from './target.ts';

export interface PublishState {
  version: 1;
  /** Fingerprints by key. `null` marks a write or deletion that was started, after which either state is possible. */
  objects: Record<string, string | null>;
  /** Addresses that changed and that the CDN has not been notified of. */
  unpurged: string[];
}

/** Key of the note, which is not an address of the room. */
export const noteKey = '.greenroom-published.json';

function parseState(text: string): PublishState {
  let state: PublishState;
  try {
    state = JSON.parse(text) as PublishState;
  } catch {
    throw new Error(`${noteKey} is damaged. Delete it to publish everything again.`);
  }
  if (state.version === 1) return state;
  throw new Error(`${noteKey} was written by a newer version of this program.`);
}

/** Reads the note. If it was lost, every file may belong to an item that was retracted since. */
export async function readState(target: PublishTarget): Promise<PublishState> {
  const text = await target.read(noteKey);
  if (text !== undefined) return parseState(text);
  const keys = await target.list();
  return { version: 1, objects: Object.fromEntries(keys.map((key) => [key, null])), unpurged: [] };
}

export const stateFile = (state: PublishState): TargetFile => ({
  source: { kind: 'text', text: JSON.stringify(state) },
  fingerprint: '',
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
});

export interface PublishChanges {
  /** Files to write, in groups that are completed one after the other. */
  put: [key: string, file: TargetFile][][];
  /** Keys to delete, grouped in the same way. */
  removed: string[][];
}

/** Folders of files that the links of web servers point to. */
const serverFolder = /^(links\/,|files|rules-\w+)\//;

const assetName = /\.(css|js|ico|svg|png|jpe?g|gif|webp|avif|woff2|mp3|m4a|mp4|pagefind|pf_\w+)(\.br|\.gz|=)?$/;

/** Decides by the name, which is all that is known of a removed file. */
const isReferencedFile = (key: string): boolean => serverFolder.test(key) || assetName.test(key);

/**
 * Compares the files with the target. Referenced files are written first, then new pages, then changed pages, which
 * link to them. Deletions come last, pages before the files that they refer to.
 */
export function diffFiles({ objects: known }: PublishState, files: TargetFiles): PublishChanges {
  const put = [...files].filter(([key, { fingerprint }]) => known[key] !== fingerprint);
  const group = ([key]: PublishChanges['put'][0][0]) => (isReferencedFile(key) ? 0 : Object.hasOwn(known, key) ? 2 : 1);
  const removedKeys = Object.keys(known).filter((key) => !files.has(key));
  return {
    put: [0, 1, 2].map((number) => put.filter((one) => group(one) === number)),
    removed: [false, true].map((isReferenced) => removedKeys.filter((key) => isReferencedFile(key) === isReferenced)),
  };
}

const pathOfKey = (key: string): string => `/${key.replace(/^(index|404)\.html$/, '').replace(/\.(br|gz)$/, '')}`;

/** Returns the state during the changes, so that an interruption is recognized. */
export function markStarted(state: PublishState, { put, removed }: PublishChanges): PublishState {
  const keys = [...put.flat().map(([key]) => key), ...removed.flat()];
  const paths = keys.map(pathOfKey).filter((path) => !isNamedByContent(path));
  return {
    ...state,
    objects: { ...state.objects, ...Object.fromEntries(keys.map((key) => [key, null])) },
    unpurged: [...new Set([...state.unpurged, ...paths])],
  };
}
