// Pages of the console, including those of features. A page is a folder with its model (page.ts), actions (actions.ts)
// and its view (Page.astro, found by the name of the folder).
import {
  addPasskey,
  removeSignInMethod,
  signOut,
  signOutBrowser,
  signOutOtherBrowsers,
} from './account/credentials.ts';
import { loadAccountPage, setLanguage } from './account/page.ts';
import { setPassword } from './account/password.ts';
import { loadDecisionsPage } from './audit/page.ts';
import { decideMatching, decideSelected } from './content/decide-many.ts';
import type { ConsoleContribution, PageEntry } from './contribution.ts';
import { countInbox } from './build-state.ts';
import {
  addFeed,
  resolveHeldFeed,
  chooseFeedKind,
  loadFeedsPage,
  readFeedsNow,
  readOneFeed,
  removeOneFeed,
  acceptFeedMove,
  undoLast,
} from './feeds/page.ts';
import { loadGuidesPage } from './guides/page.ts';
import { inboxList, loadInboxModel } from './inbox/page.ts';
import { decideIn } from './item/actions.ts';
import { createItemPage } from './item/page.ts';
import { renewPrivateFeeds } from './private-feeds.ts';
import { changeSurface } from './published/actions.ts';
import { loadItemList, itemListOf } from './published/page.ts';
import { saveRoom, sendTestNotice } from './room/actions.ts';
import { lookCss } from './room/look-css.ts';
import { createRoomPage } from './room/page.ts';
import { addPictures } from './room/pictures.ts';
import { showPicture } from './room/picture-views.ts';
import { createSearchPage } from './search/page.ts';
import { loadSeenPage } from './seen/page.ts';
import { createSettingsPage } from './settings/page.ts';
import { loadFiguresPage } from './stats/page.ts';
import { forgetSite, readSite, loadSetupPage, setupPicture, writeRoom } from './setup/page.ts';
import { createTodayPage } from './today/page.ts';
import { createItem, loadWritePage } from './write/page.ts';

const contentPages = (contributions: ConsoleContribution[]): PageEntry[] => [
  { view: 'search', pages: { '/search': createSearchPage(contributions) } },
  {
    view: 'setup',
    section: { group: 'Set up', label: 'Set up', order: 11, isForSetup: true },
    pages: { '/setup': loadSetupPage },
    actions: { '/setup/read': readSite, '/setup/forget': forgetSite, '/setup/write': writeRoom },
    files: { '/setup/picture': setupPicture },
  },
  {
    view: 'inbox',
    section: {
      group: 'Content',
      label: 'Inbox',
      order: 12,
      waiting: {
        count: countInbox,
        one: 'item in your inbox',
        many: 'items in your inbox',
        path: '/inbox',
      },
    },
    pages: { '/inbox': loadInboxModel },
    isBuilt: true,
    filters: ['words', 'type', 'feed', 'state'],
    actions: { '/inbox/selected': decideSelected(inboxList), '/inbox/matching': decideMatching(inboxList) },
  },
  {
    view: 'write',
    section: { group: 'Content', label: 'Write', order: 13 },
    pages: { '/write': loadWritePage },
    actions: { '/write': createItem },
    restores: ['/write'],
  },
  {
    view: 'published',
    isBuilt: true,
    section: { group: 'Content', label: 'Published', order: 14 },
    pages: { '/published': loadItemList('published'), '/published/rejected': loadItemList('rejected') },
    filters: ['words', 'type', 'feed', 'hidden'],
    actions: {
      '/published/surface': changeSurface,
      '/published/selected': decideSelected(itemListOf('published')),
      '/published/matching': decideMatching(itemListOf('published')),
      '/published/rejected/selected': decideSelected(itemListOf('rejected')),
      '/published/rejected/matching': decideMatching(itemListOf('rejected')),
    },
  },
  {
    view: 'item',
    isBuilt: true,
    pages: {
      '/inbox/:id': createItemPage('inbox'),
      '/published/:id': createItemPage('published'),
      '/published/rejected/:id': createItemPage('rejected'),
      '/items/:id': createItemPage('inbox', 'published', 'rejected'),
    },
    actions: {
      '/inbox/:id': decideIn('inbox'),
      '/published/:id': decideIn('published'),
      '/published/rejected/:id': decideIn('rejected'),
    },
    restores: ['/inbox/:id', '/published/:id', '/published/rejected/:id'],
  },
  { view: 'stats', section: { group: 'Statistics', label: 'Calls', order: 60 }, pages: { '/stats': loadFiguresPage } },
  {
    view: 'feeds',
    section: { group: 'Content', label: 'Feeds', order: 61 },
    pages: { '/feeds': loadFeedsPage },
    actions: {
      '/feeds/add': addFeed,
      '/feeds/read': readFeedsNow,
      '/feeds/read-one': readOneFeed,
      '/feeds/move': acceptFeedMove,
      '/feeds/kind': chooseFeedKind,
      '/feeds/held': resolveHeldFeed,
      '/feeds/remove': removeOneFeed,
      '/undo': undoLast,
    },
    restores: ['/feeds/add'],
  },
  {
    view: 'room',
    section: { group: 'Room', label: 'Edit room', order: 62 },
    pages: { '/room': createRoomPage(contributions), '/room/:name': createRoomPage(contributions) },
    actions: {
      '/room/:name': saveRoom,
      '/notices/test': sendTestNotice,
      '/notices/renew': renewPrivateFeeds,
    },
    restores: ['/room/:name', '/room/pictures/add'],
    uploads: { '/room/pictures/add': addPictures },
    files: { '/picture': showPicture, '/room/look.css': lookCss },
  },
  { view: 'seen', section: { group: 'Room', label: 'Agent view', order: 63 }, pages: { '/seen': loadSeenPage } },
  {
    view: 'settings',
    section: { group: 'Settings', label: 'All settings', order: 64 },
    pages: { '/settings': createSettingsPage(contributions) },
  },
  {
    view: 'audit',
    section: { group: 'Settings', label: 'Decisions', order: 65 },
    pages: { '/audit': loadDecisionsPage },
    filters: ['subject'],
  },
  {
    view: 'guides',
    section: { group: 'Settings', label: 'Guides', order: 66 },
    pages: { '/guides': loadGuidesPage, '/guides/:name': loadGuidesPage },
  },
  {
    view: 'account',
    pages: { '/account': loadAccountPage },
    actions: {
      '/sign-out': signOut,
      '/account/password': setPassword,
      '/account/language': setLanguage,
      '/account/passkeys': addPasskey,
      '/account/remove': removeSignInMethod,
      '/account/sessions/end': signOutBrowser,
      '/account/sessions/end-others': signOutOtherBrowsers,
    },
  },
];

/** Returns the console's own pages and those of features, in navigation order. */
export function consolePages(contributions: ConsoleContribution[]): PageEntry[] {
  const entries = [...contentPages(contributions), ...contributions.flatMap(({ pages = [] }) => pages)];
  const position = ({ section }: PageEntry): number => section?.order ?? 0;
  entries.sort((one, other) => position(one) - position(other));
  const waiting = entries.flatMap(({ section }) => section?.waiting ?? []);
  return [
    {
      view: 'today',
      section: { group: 'Today', label: 'Today', order: 10 },
      pages: { '': createTodayPage(contributions, waiting) },
    },
    ...entries,
  ];
}
