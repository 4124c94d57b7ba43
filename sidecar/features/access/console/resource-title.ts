// Titles of priced resources in the console.
import { articleIdOfResource } from '#domain/access/access.ts';
import { tipResource } from '#domain/access/tips.ts';
import type { ConsoleTranslate } from '../../../console/messages/messages.ts';
import { resourceLabels } from '../../../console/room/labels.ts';
import { findItem, type Release } from '../../../release/release.ts';

/** Returns the title of a resource, or the id of one that no longer exists. */
export function resourceTitle(release: Release, resourceId: string, t: ConsoleTranslate): string {
  if (resourceId === tipResource) return t('A tip');
  const label = resourceLabels[resourceId];
  if (label) return t(label);
  const item = findItem(release, articleIdOfResource(resourceId) ?? '');
  return item ? t('The text of “{title}”', { title: item.title }) : resourceId;
}
