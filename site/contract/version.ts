// The API version, reported by the index, health, the changelog, OpenAPI and every response.
import { changelogEntries } from './changelog.ts';

/** Goes up with every entry of the changelog, so that clients that compare versions notice each. */
export const apiVersion = `0.50.${String(changelogEntries.length).padStart(2, '0')}`;
