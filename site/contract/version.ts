// The API version, reported by the index, health, the changelog, OpenAPI and every response.
import { changelogEntries } from './changelog.ts';

/** Entries of the first two days that were merged. */
const mergedEntries = 29;

/** Increases with every changelog entry, so that clients notice each change by comparing versions. */
export const apiVersion = `0.50.${String(changelogEntries.length + mergedEntries).padStart(2, '0')}`;
