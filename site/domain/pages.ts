// The list of pages that are made from content: one for each item, and archive pages.
import { sha256 } from './ids.ts';
import { pagePath, sections } from './links.ts';
import { changedAt, type Room, type RoomItem, visibleOn } from './room.ts';

export const archiveSize = 50;
export type Section = (typeof sections)[keyof typeof sections];

export interface ItemPage {
  path: string;
  key: string;
  item: RoomItem;
}

export interface ArchivePage {
  path: string;
  key: string;
  section: Section;
  /** Counted from the oldest, so that a new item touches the newest page alone. */
  number: number;
  items: RoomItem[];
}

const shown = (room: Room, section: Section) =>
  room.items.filter(
    (item) => item.type !== 'timeline' && sections[item.type] === section && visibleOn('mediaRoom')(item),
  );

/** `salt` stands for everything besides the items that shapes the bytes. */
export const itemPages = (room: Room, section: Section, salt: string): ItemPage[] =>
  shown(room, section).map((item) => ({ path: pagePath(item), key: sha256(salt + item.hash + item.themeIds), item }));

/**
 * Pages of 50 from the oldest; what is left over, and at least one whole page, stands on the section's own page.
 * The section's own page comes first.
 */
export function archivePages(room: Room, section: Section, salt: string): ArchivePage[] {
  const items = shown(room, section);
  const whole = Math.max(0, Math.floor(items.length / archiveSize) - 1);
  const page = (number: number, part: RoomItem[], path: string) => ({
    path,
    key: sha256(salt + part.map((item) => item.hash + item.themeIds)),
    section,
    number,
    items: part,
  });
  const first = page(whole + 1, items.slice(0, items.length - whole * archiveSize), `/${section}`);
  const older = Array.from({ length: whole }, (_, i) => {
    const end = items.length - i * archiveSize;
    return page(i + 1, items.slice(end - archiveSize, end), `/${section}/page/${i + 1}`);
  });
  return [first, ...older.reverse()];
}

export const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
export const lastChange = (items: RoomItem[], otherwise: string): string =>
  items.map(changedAt).reduce((a, b) => (a > b ? a : b), otherwise);
