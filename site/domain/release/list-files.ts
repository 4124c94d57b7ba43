// The files in which a release keeps each list of the API for the sidecar, and what it has to know of the content index. They
// are numbered from the oldest, so a new entry changes only the last one.
import type { ListName } from '#contract/content-types.ts';

export const linesPerFile = 1000;

/** Relative to the folder of the release; one entry a line. An empty list has one empty file. */
export const listFile = (list: ListName, number: number): string => `private/lists/${list}/${number}.ndjson`;

/** Ids, types, days and topics of the items of a shard, which the sidecar reads instead of the items. */
export const indexFile = (shard: number): string => `private/index/${shard}.json`;

/** The only file of a list in a release of an older version. */
export const olderListFile = (list: ListName): string => `private/lists/${list}.ndjson`;
