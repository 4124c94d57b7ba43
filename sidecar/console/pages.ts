// Every page of the console, in the order of the navigation. A page is a folder: what it shows (page.ts), what its forms
// change (actions.ts) and how it looks (Page.astro, which is found by the name of the folder).
import { endOne, endOthers, signOut } from './account/browsers.ts';
import { addPasskey, remove } from './account/credentials.ts';
import { accountPage } from './account/page.ts';
import { setLanguage } from './account/language.ts';
import { setPassword } from './account/password.ts';
import { agentsPage, revokeAgent } from '../features/access/console/agents/page.ts';
import { decisionsPage } from './audit/page.ts';
import { answerBooking } from '../features/booking/console/booking/actions.ts';
import { bookingCalendar } from '../features/booking/console/booking/calendar.ts';
import { bookingPage } from '../features/booking/console/booking/page.ts';
import { declineBookings } from '../features/booking/console/bookings/actions.ts';
import { bookingsPage } from '../features/booking/console/bookings/page.ts';
import { blockHost, unblockHost } from '../features/nexus/console/directory/actions.ts';
import { decideMatching, decideSelected } from './content/decide-many.ts';
import { directoryPage } from '../features/nexus/console/directory/page.ts';
import {
  addFeed,
  answerHeldFeed,
  feedsPage,
  readFeedsNow,
  readOneFeed,
  removeOneFeed,
  takeOverMove,
  undoLast,
} from './feeds/page.ts';
import { inboxList, inboxModel } from './inbox/page.ts';
import { incomePage, revokeToken } from '../features/access/console/income/page.ts';
import { machinesPage } from '../features/fleet/console/machines/page.ts';
import { paymentsCsv } from '../features/access/console/income/payments-csv.ts';
import { decideIn } from './item/actions.ts';
import { itemPage } from './item/page.ts';
import type { Action, File, Page, Upload } from './page.ts';
import { renewPrivateFeeds } from '../features/booking/console/private-feeds.ts';
import { decideProposals } from '../features/transcription/console/proposals/actions.ts';
import { proposalsPage } from '../features/transcription/console/proposals/page.ts';
import { pricesPage } from '../features/access/console/prices/page.ts';
import { changeSurface } from './published/actions.ts';
import { listedModel, listOf } from './published/page.ts';
import { saveRoom, sendTestNotice } from './room/actions.ts';
import { lookCss } from './room/look-css.ts';
import { roomPage } from './room/page.ts';
import { addPictures } from './room/pictures.ts';
import { showPicture } from './room/pictures-shown.ts';
import { searchPage } from './search/page.ts';
import { seenPage } from './seen/page.ts';
import { rotateKey, settingsPage } from './settings/page.ts';
import { figuresPage } from './stats/page.ts';
import { forgetSite, readSite, setupPage, setupPicture, writeRoom } from './setup/page.ts';
import * as subscription from '../features/webhooks/console/subscription/actions.ts';
import { subscriptionPage } from '../features/webhooks/console/subscription/page.ts';
import { subscriptionsPage } from '../features/webhooks/console/subscriptions/page.ts';
import { todayPage } from './today/page.ts';
import * as transcript from '../features/transcription/console/transcript/actions.ts';
import { transcriptPage } from '../features/transcription/console/transcript/page.ts';
import { cancelJob, transcriptsPage } from '../features/transcription/console/transcripts/page.ts';
import type { Counts } from './ui/frame.ts';
import { decideWork, takeOver } from '../features/work/console/work/actions.ts';
import { workPage } from '../features/work/console/work/page.ts';
import { beginItem, writePage } from './write/page.ts';
import type { Text } from './words/words.ts';

interface Section {
  label: Text;
  /** What is counted behind the label. */
  waiting?: keyof Counts;
  /** Only where several machines may share the room, where a Nexus is run, where something has a price, or alone, until the room is the creator's. */
  only?: 'fleet' | 'nexus' | 'priced' | 'setup';
}

export interface PageEntry {
  /** Name of the folder with the view. */
  view: string;
  /** By address below /console. */
  pages: Record<string, Page>;
  /** What forms do, by the address that they post to. */
  actions?: Record<string, Action>;
  /** Those of the actions and uploads whose forms can be shown again with all that was typed. */
  restores?: string[];
  /** What forms with files do. */
  uploads?: Record<string, Upload>;
  /** To download, by address. */
  files?: Record<string, File>;
  /** Parameters by which its lists are narrowed: they stay while the session lasts. */
  filters?: string[];
  /** Decisions made here lead to a build, so opening the page warms up the builder. */
  isBuilt?: true;
  /** In the navigation, with the first of the addresses. */
  section?: Section;
}

export const pages: PageEntry[] = [
  { view: 'search', pages: { '/search': searchPage } },
  { view: 'today', section: { label: 'Today' }, pages: { '': todayPage } },
  {
    view: 'setup',
    section: { label: 'Set up', only: 'setup' },
    pages: { '/setup': setupPage },
    actions: { '/setup/read': readSite, '/setup/forget': forgetSite, '/setup/write': writeRoom },
    files: { '/setup/picture': setupPicture },
  },
  {
    view: 'inbox',
    section: { label: 'Inbox', waiting: 'inbox' },
    pages: { '/inbox': inboxModel },
    isBuilt: true,
    filters: ['words', 'type', 'feed', 'state'],
    actions: { '/inbox/selected': decideSelected(inboxList), '/inbox/matching': decideMatching(inboxList) },
  },
  {
    view: 'write',
    section: { label: 'Write' },
    pages: { '/write': writePage },
    actions: { '/write': beginItem },
    restores: ['/write'],
  },
  {
    view: 'published',
    isBuilt: true,
    section: { label: 'Published' },
    pages: { '/published': listedModel('published'), '/published/rejected': listedModel('rejected') },
    filters: ['words', 'type', 'feed', 'hidden'],
    actions: {
      '/published/surface': changeSurface,
      '/published/selected': decideSelected(listOf('published')),
      '/published/matching': decideMatching(listOf('published')),
      '/published/rejected/selected': decideSelected(listOf('rejected')),
      '/published/rejected/matching': decideMatching(listOf('rejected')),
    },
  },
  {
    view: 'item',
    isBuilt: true,
    pages: {
      '/inbox/:id': itemPage('inbox'),
      '/published/:id': itemPage('published'),
      '/published/rejected/:id': itemPage('rejected'),
      '/items/:id': itemPage('inbox', 'published', 'rejected'),
    },
    actions: {
      '/inbox/:id': decideIn('inbox'),
      '/published/:id': decideIn('published'),
      '/published/rejected/:id': decideIn('rejected'),
    },
    restores: ['/inbox/:id', '/published/:id', '/published/rejected/:id'],
  },
  {
    view: 'transcripts',
    section: { label: 'Transcripts' },
    pages: { '/transcripts': transcriptsPage },
    actions: { '/transcripts/jobs/:job/cancel': cancelJob },
  },
  {
    view: 'transcript',
    pages: { '/transcripts/:id': transcriptPage },
    actions: {
      '/transcripts/:id': transcript.correctTranscript,
      '/transcripts/:id/hear': transcript.hearEpisode,
      '/transcripts/:id/take': transcript.takePublishers,
      '/transcripts/:id/approve': transcript.approveFile,
      '/transcripts/:id/reject': transcript.rejectTranscript,
    },
    restores: ['/transcripts/:id'],
  },
  {
    view: 'proposals',
    pages: { '/transcripts/:id/proposals': proposalsPage },
    actions: { '/transcripts/:id/proposals': decideProposals },
    restores: ['/transcripts/:id/proposals'],
  },
  {
    view: 'bookings',
    section: { label: 'Bookings', waiting: 'bookings' },
    pages: { '/bookings': bookingsPage },
    actions: { '/bookings': declineBookings },
    filters: ['status', 'words'],
  },
  {
    view: 'booking',
    pages: { '/bookings/:id': bookingPage },
    actions: { '/bookings/:id': answerBooking },
    restores: ['/bookings/:id'],
    files: { '/bookings/:id/booking.ics': bookingCalendar },
  },
  {
    view: 'subscriptions',
    section: { label: 'Subscriptions', waiting: 'subscriptions' },
    pages: { '/subscriptions': subscriptionsPage },
    filters: ['status'],
  },
  {
    view: 'subscription',
    pages: { '/subscriptions/:id': subscriptionPage },
    actions: {
      '/subscriptions/:id/approve': subscription.approve,
      '/subscriptions/:id/reject': subscription.reject,
      '/subscriptions/:id/test': subscription.sendTest,
      '/subscriptions/:id/replay': subscription.replaySince,
      '/subscriptions/:id/replay/:delivery': subscription.replayOne,
    },
  },
  {
    view: 'agents',
    section: { label: 'Agents' },
    pages: { '/agents': agentsPage },
    actions: { '/agents/:id/revoke': revokeAgent },
  },
  {
    view: 'directory',
    section: { label: 'Directory', only: 'nexus' },
    pages: { '/directory': directoryPage },
    filters: ['host', 'show'],
    actions: { '/directory/block': blockHost, '/directory/unblock': unblockHost },
  },
  { view: 'prices', section: { label: 'Prices', only: 'priced' }, pages: { '/prices': pricesPage } },
  {
    view: 'income',
    section: { label: 'Income', only: 'priced' },
    pages: { '/income': incomePage },
    filters: ['show'],
    actions: { '/income/:id/revoke': revokeToken },
    files: { '/income/payments.csv': paymentsCsv },
  },
  {
    view: 'work',
    section: { label: 'Work', only: 'priced' },
    pages: { '/work': workPage },
    filters: ['show'],
    actions: {
      '/work/:id/accept': decideWork('accepted'),
      '/work/:id/reject': decideWork('rejected'),
      '/work/:id/seen': decideWork('seen'),
      '/work/:id/take/:at': takeOver,
    },
  },
  { view: 'machines', section: { label: 'Machines', only: 'fleet' }, pages: { '/machines': machinesPage } },
  { view: 'stats', section: { label: 'Figures' }, pages: { '/stats': figuresPage } },
  {
    view: 'feeds',
    section: { label: 'Feeds' },
    pages: { '/feeds': feedsPage },
    actions: {
      '/feeds/add': addFeed,
      '/feeds/read': readFeedsNow,
      '/feeds/read-one': readOneFeed,
      '/feeds/move': takeOverMove,
      '/feeds/held': answerHeldFeed,
      '/feeds/remove': removeOneFeed,
      '/undo': undoLast,
    },
    restores: ['/feeds/add'],
  },
  {
    view: 'room',
    section: { label: 'Your room' },
    pages: { '/room': roomPage, '/room/:name': roomPage },
    actions: {
      '/room/:name': saveRoom,
      '/notices/test': sendTestNotice,
      '/notices/renew': renewPrivateFeeds,
    },
    restores: ['/room/:name', '/room/pictures/add'],
    uploads: { '/room/pictures/add': addPictures },
    files: { '/picture': showPicture, '/room/look.css': lookCss },
  },
  { view: 'seen', section: { label: 'What agents see' }, pages: { '/seen': seenPage } },
  {
    view: 'settings',
    section: { label: 'Settings' },
    pages: { '/settings': settingsPage },
    actions: { '/settings/receipt-key': rotateKey },
  },
  { view: 'audit', section: { label: 'Decisions' }, pages: { '/audit': decisionsPage }, filters: ['subject'] },
  {
    view: 'account',
    pages: { '/account': accountPage },
    actions: {
      '/sign-out': signOut,
      '/account/password': setPassword,
      '/account/language': setLanguage,
      '/account/passkeys': addPasskey,
      '/account/remove': remove,
      '/account/sessions/end': endOne,
      '/account/sessions/end-others': endOthers,
    },
  },
];
