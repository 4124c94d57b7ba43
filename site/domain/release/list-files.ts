// The lists of the API as the sidecar reads them: so many lines a file, numbered from the oldest, that a new entry changes the last.
import type { ListName } from '#contract/content-types.ts';

export const linesPerFile = 1000;

/** Relative to the folder of the release; a list that is empty has an empty one. */
export const listFile = (list: ListName, number: number): string => `private/lists/${list}/${number}.ndjson`;
