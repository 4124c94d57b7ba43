// What is known of a bucket. It is kept in the bucket itself, so that any machine can resume.
import { bundleFolder, cardFolder, embedFolder, isNamedByContent, pictureFolder } from '#domain/links.ts';
import type { StoredObject } from './objects.ts';

export interface PublishState {
  version: 1;
  /** Fingerprints by key; `null` where sending or deleting was begun, and either may lie there. */
  objects: Record<string, string | null>;
  /** Addresses that changed and that the CDN has not been told of. */
  unpurged: string[];
}

export const noState: PublishState = { version: 1, objects: {}, unpurged: [] };

/** At no address of the room. */
export const stateKey = '.greenroom-published.json';

export function readState(text: string): PublishState {
  let state: PublishState;
  try {
    state = JSON.parse(text) as PublishState;
  } catch {
    throw new Error(`${stateKey} in the bucket is damaged. Delete it, and everything is sent anew.`);
  }
  if (state.version === 1) return state;
  throw new Error('The bucket was published to by a newer version of this program.');
}

/** Folders that only the room writes to, whatever else is in the bucket. */
export const ownFolders = [
  ...['articles/', 'episodes/', 'videos/', 'api/', '_astro/'],
  ...[cardFolder, embedFolder, pictureFolder, bundleFolder].map((folder) => folder.slice(1)),
];

/** The state of a bucket whose note was lost: any of these objects may belong to an item that was retracted since. */
export const stateOf = (keys: string[]): PublishState => ({
  ...noState,
  objects: Object.fromEntries(keys.map((key) => [key, null])),
});

export interface Difference {
  /** Groups are sent one after the other, each whole before the next begins. */
  sent: [key: string, object: StoredObject][][];
  /** Grouped in the same way. */
  deleted: string[][];
}

/** Told by its name, the only thing known of an object that is gone. */
const isAssetKey = (key: string): boolean =>
  /\.(css|js|ico|svg|png|jpe?g|gif|webp|avif|woff2|mp3|m4a|mp4|pagefind|pf_\w+)$/.test(key.replace(/\.(br|gz)$/, ''));

/**
 * Assets come before what refers to them, new pages before those that lead to them; what is gone goes last, pages before their
 * assets.
 */
export function differenceOf({ objects: known }: PublishState, wanted: Map<string, StoredObject>): Difference {
  const sent = [...wanted].filter(([key, { fingerprint }]) => known[key] !== fingerprint);
  const group = ([key, { isAsset }]: Difference['sent'][0][0]) => (isAsset ? 0 : Object.hasOwn(known, key) ? 2 : 1);
  const gone = Object.keys(known).filter((key) => !wanted.has(key));
  const filled = <T>(groups: T[][]) => groups.filter(({ length }) => length > 0);
  return {
    sent: filled([0, 1, 2].map((number) => sent.filter((one) => group(one) === number))),
    deleted: filled([false, true].map((are) => gone.filter((key) => isAssetKey(key) === are))),
  };
}

const pathOf = (key: string): string => `/${key.replace(/^(index|404)\.html$/, '').replace(/\.(br|gz)$/, '')}`;

/** The state while changes are under way, so that an interruption is recognised. */
export function begun(state: PublishState, { sent, deleted }: Difference): PublishState {
  const [changed, gone] = [sent.flat(), deleted.flat()];
  const touched = [...changed.map(([key]) => key), ...gone];
  const paths = [...changed.map(([, { path }]) => path), ...gone.map(pathOf)];
  return {
    ...state,
    objects: { ...state.objects, ...Object.fromEntries(touched.map((key) => [key, null])) },
    unpurged: [...new Set([...state.unpurged, ...paths.filter((path) => !isNamedByContent(path))])],
  };
}
