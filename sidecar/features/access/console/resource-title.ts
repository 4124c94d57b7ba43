// Titles of priced resources in the console.
import { articleIdOfResource, dayPass, perMinute } from '#domain/access/access.ts';
import { tipResource } from '#domain/access/tips.ts';
import type { ConsoleMessage, ConsoleTranslate } from '../../../console/messages/messages.ts';
import { findItem, type Release } from '../../../release/release.ts';

const titles: Record<string, ConsoleMessage> = {
  [perMinute]: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free items',
  [dayPass]: 'The text of any article',
  [tipResource]: 'A tip',
};

/** Returns the id of a resource that no longer exists. */
export function resourceTitle(release: Release, resourceId: string, t: ConsoleTranslate): string {
  const title = titles[resourceId];
  if (title) return t(title);
  const item = findItem(release, articleIdOfResource(resourceId) ?? '');
  return item ? t('The text of “{title}”', { title: item.title }) : resourceId;
}
