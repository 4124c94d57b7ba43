// Prepares the search page: its form, and texts for the results.
import { itemTypes } from '#contract/content-types.ts';
import type { Room } from '#domain/room.ts';
import { searchPage } from '#domain/live-pages.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export function searchView(room: Room) {
  const t = translatorOfRoom(room);
  const { name } = room.creator;
  const head: PageHead = { title: t('nav.search'), description: t('search.lede', { name }) };
  const types = Object.fromEntries(itemTypes.map((type) => [type, t(`type.${type}`)]));
  return { t, head, name, types, ...searchPage };
}
