// The API version, reported by the index, health, the changelog, OpenAPI and every response.
import { changelogEntries } from './changelog.ts';

/** Increases with every changelog entry, so that clients notice each change by comparing versions. */
export const apiVersion = `0.50.${String(changelogEntries.length).padStart(2, '0')}`;
