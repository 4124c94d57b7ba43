// The page that makes a briefing pack for a show: its form, and where the sidecar writes the pack in.
import { preparePage } from '#domain/live-pages.ts';
import type { Room } from '#domain/room.ts';
import type { PageHead } from './frame.ts';
import { wordsOf } from './words.ts';

export function prepareView(room: Room) {
  const say = wordsOf(room);
  const { name } = room.creator;
  const head: PageHead = {
    path: preparePage.path,
    title: say('nav.prepare'),
    description: say('prepare.description', { name }),
  };
  const { topics, themes } = room.creator;
  const isUsed = ({ id }: { id: string }) => room.items.some(({ themeIds }) => themeIds.includes(id));
  const labels = themes.filter(isUsed).map(({ label }) => label);
  return { say, head, name, topics: [...new Set([...topics, ...labels])], ...preparePage };
}
