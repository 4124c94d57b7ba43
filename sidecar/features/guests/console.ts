// Search of guest kits in the console.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { guestKitPath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { type SearchHit, hitExcerpt, hitTitle, type SearchKind } from '../../console/search/hits.ts';
import { containsWords } from '../../storage/contains-words.ts';

/** Maximum number of kits that one search reads. */
const maxKits = 500;

/** Finds kits by their requests only, because the text of a kit quotes the room. */
const findKits: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) => {
  const rows = await db
    .selectFrom('guestKits')
    .selectAll()
    .where(containsWords(words, ['id', 'kit']))
    .orderBy('createdAt', 'desc')
    .limit(maxKits)
    .execute();
  const all = rows.flatMap(({ id, kit, createdAt }): SearchHit[] => {
    const { showName, showUrl = '', topic = '', audience = '' } = JSON.parse(kit) as GuestKit;
    const searchedText = [id, showName, showUrl, topic, audience].join(' ').toLowerCase();
    if (!words.every((word) => searchedText.includes(word.toLowerCase()))) return [];
    const aboutText = hitExcerpt(topic, audience, showUrl);
    return [{ title: hitTitle(showName), href: guestKitPath({ id }), ...aboutText, at: Number(createdAt) }];
  });
  return { hits: all.slice(offset, offset + limit), total: all.length };
};

export const guestsConsole: ConsoleContribution = {
  searchKinds: [{ name: 'kits', label: 'Guest kits', order: 70, find: findKits }],
};
