// What is known of a bucket. It is kept in the bucket itself, so that any machine can resume.
import { isNamedByContent } from '#domain/links.ts';
import type { StoredObject } from './objects.ts';

export interface PublishState {
  version: 1;
  /** Fingerprints by key; `null` where sending or deleting was begun, and either may lie there. */
  objects: Record<string, string | null>;
  /** Addresses that changed and that the CDN has not been told of. */
  unpurged: string[];
}

export const noState: PublishState = { version: 1, objects: {}, unpurged: [] };

export function readState(text: string): PublishState {
  const state = JSON.parse(text) as PublishState;
  if (state.version === 1) return state;
  throw new Error('The bucket was published to by a newer version of this program.');
}

export interface Difference {
  /** Groups are sent one after the other, each whole before the next begins. */
  sent: [key: string, object: StoredObject][][];
  deleted: string[];
}

/** Assets come before what refers to them, new pages before those that lead to them; what is gone goes last. */
export function differenceOf({ objects: known }: PublishState, wanted: Map<string, StoredObject>): Difference {
  const sent = [...wanted].filter(([key, { fingerprint }]) => known[key] !== fingerprint);
  const group = ([key, { isAsset }]: Difference['sent'][0][0]) => (isAsset ? 0 : Object.hasOwn(known, key) ? 2 : 1);
  return {
    sent: [0, 1, 2].map((number) => sent.filter((one) => group(one) === number)).filter(({ length }) => length > 0),
    deleted: Object.keys(known).filter((key) => !wanted.has(key)),
  };
}

const pathOf = (key: string): string => `/${key.replace(/^(index|404)\.html$/, '').replace(/\.(br|gz)$/, '')}`;

/** The state while changes are under way, so that an interruption is recognised. */
export function begun(state: PublishState, { sent, deleted }: Difference): PublishState {
  const changed = sent.flat();
  const touched = [...changed.map(([key]) => key), ...deleted];
  const paths = [...changed.map(([, { path }]) => path), ...deleted.map(pathOf)];
  return {
    ...state,
    objects: { ...state.objects, ...Object.fromEntries(touched.map((key) => [key, null])) },
    unpurged: [...new Set([...state.unpurged, ...paths.filter((path) => !isNamedByContent(path))])],
  };
}
