// The content half of the console: its pages and changes, by their address below /console.
import { ApiError } from '#contract/errors.ts';
import { folderPaths, type ItemModel } from '#domain/console/item.ts';
import type { Folder } from '#domain/review-desk.ts';
import type { Action, Asked, Page } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { approveFeed, decideSelected } from './bulk.ts';
import { decideIn } from './decide.ts';
import { backTo } from './filter.ts';
import { inboxModel } from './inbox.ts';
import { listedModel } from './listed.ts';
import { itemModel, openItem } from './open-item.ts';
import { changeSurface } from './surface.ts';

async function itemIn(parts: ConsoleParts, folders: Folder[], { params, query }: Asked): Promise<ItemModel> {
  for (const folder of folders) {
    const open = await openItem(parts.desk, folder, params.id!);
    if (open.outcome === 'found') return itemModel(parts, open, backTo(folderPaths[folder], query.back ?? ''));
    if (open.outcome === 'invalid') throw new ApiError('not_found', `It cannot be shown: ${open.problems.join('; ')}.`);
  }
  throw new ApiError('not_found', 'The item is not here any more.');
}

/** The first of the folders that has the item gives the page. */
const itemPage = (...folders: Folder[]): Page => ({
  template: '/item',
  model: (parts, asked) => itemIn(parts, folders, asked),
});

export const contentPages: Record<string, Page> = {
  '/inbox': { model: inboxModel },
  '/published': { template: '/listed', model: listedModel('published') },
  '/published/rejected': { template: '/listed', model: listedModel('rejected') },
  '/inbox/:id': itemPage('inbox'),
  '/published/:id': itemPage('published'),
  '/published/rejected/:id': itemPage('rejected'),
  '/items/:id': itemPage('inbox', 'published', 'rejected'),
};

export const contentActions: Record<string, Action> = {
  '/inbox/selected': decideSelected,
  '/inbox/feed': approveFeed,
  '/inbox/:id': decideIn('inbox'),
  '/published/surface': changeSurface,
  '/published/:id': decideIn('published'),
  '/published/rejected/:id': decideIn('rejected'),
};
