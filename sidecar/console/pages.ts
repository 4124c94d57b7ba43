// Every page of the console: its address below /console and what it shows.
import { accountPage } from './account/page.ts';
import { agentsPage } from './agents.ts';
import { bookingPage, bookingsPage } from './bookings/pages.ts';
import { contentPages } from './content/pages.ts';
import { decisionsPage } from './decisions.ts';
import { directoryPage } from './directory/page.ts';
import { feedsPage } from './feeds.ts';
import { figuresPage } from './figures.ts';
import { incomePage } from './income.ts';
import type { Page } from './page.ts';
import { pricesPage } from './prices.ts';
import { seenPage } from './seen.ts';
import { settingsPage } from './settings.ts';
import { subscriptionPage, subscriptionsPage } from './subscriptions/pages.ts';
import { todayPage } from './today.ts';
import { workPage } from './work/page.ts';
import { transcriptsPage } from './transcripts.ts';

export const pages: Record<string, Page> = {
  '': todayPage,
  '/account': accountPage,
  '/bookings': bookingsPage,
  '/bookings/:id': bookingPage,
  '/subscriptions': subscriptionsPage,
  '/subscriptions/:id': subscriptionPage,
  '/agents': agentsPage,
  '/directory': directoryPage,
  '/prices': pricesPage,
  '/income': incomePage,
  '/work': workPage,
  '/transcripts': transcriptsPage,
  '/stats': figuresPage,
  '/feeds': feedsPage,
  '/seen': seenPage,
  '/settings': settingsPage,
  '/audit': decisionsPage,
  ...contentPages,
};
