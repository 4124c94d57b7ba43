// Items of any state that contain words.
import { consolePath } from '#domain/live-pages.ts';
import type { Folder } from '../../content/review-desk.ts';
import { shelfOf } from '../content/shelf.ts';
import { folderPaths } from '../item/model.ts';
import type { ConsoleParts } from '../parts.ts';
import type { Hit } from './model.ts';
import type { Found, Window } from './requests.ts';

const states = {
  inbox: { label: 'Waiting', tone: 'waiting' },
  published: { label: 'Published', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'over' },
} as const satisfies Record<Folder, Hit['state']>;

/** Newest first, whatever their state; an edit that waits stands beside what it changes. */
export async function findItems({ desk }: ConsoleParts, words: string[], { limit, offset }: Window): Promise<Found> {
  const wanted = words.map((word) => word.toLowerCase());
  const ofFolder = async (folder: Folder) => {
    const { heads } = await shelfOf(desk, folder);
    const found = heads.filter(({ id, words }) => wanted.every((word) => words.includes(word) || id.includes(word)));
    return found.map((head) => ({ head, folder }));
  };
  const all = (await Promise.all((['inbox', 'published', 'rejected'] as const).map(ofFolder)))
    .flat()
    .sort((one, other) => other.head.date - one.head.date);
  const hits = all.slice(offset, offset + limit).map(({ head: { id, title, type, date }, folder }) => ({
    title,
    type,
    href: `${consolePath}${folderPaths[folder]}/${id}`,
    state: states[folder],
    at: date,
  }));
  return { hits, total: all.length };
}
