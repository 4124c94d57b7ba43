// Prepares the page that makes a briefing pack for a show.
import { preparePage } from '#domain/live-pages.ts';
import type { Room } from '#domain/room.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export function prepareView(room: Room) {
  const t = translatorOfRoom(room);
  const { name } = room.creator;
  const head: PageHead = {
    path: preparePage.path,
    title: t('nav.prepare'),
    description: t('prepare.description', { name }),
  };
  const { topics, themes } = room.creator;
  const isUsed = ({ id }: { id: string }) => room.items.some(({ themeIds }) => themeIds.includes(id));
  const labels = themes.filter(isUsed).map(({ label }) => label);
  return { t, head, name, topics: [...new Set([...topics, ...labels])], ...preparePage };
}
