// Private feeds: notices and feeds of features at secret addresses, for programs that cannot sign in.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { isoTime } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { isSameSecret, newToken } from '../storage/tokens.ts';
import { readSecret } from '../storage/state.ts';
import { readNewestNotices } from '../storage/notices.ts';
import type { Db } from '../storage/store.ts';
import type { ConsoleContribution, ConsoleSite, PrivateFeed } from './contribution.ts';
import type { RunAction } from './page.ts';
import type { ConsoleDeps } from './deps.ts';
import type { ConsoleMessage } from './messages/messages.ts';

const secretName = 'privateFeeds';
const maxNotices = 100;

/** Reads the token. It is stored in plain text because the console shows it again. */
const readFeedToken = (db: Db): Promise<string> => readSecret(db, secretName, newToken);

const noticesFeed: PrivateFeed = {
  name: 'notices.atom',
  label: 'All notices (Atom)',
  type: 'application/atom+xml; charset=utf-8',
  read: renderNoticesFeed,
};

const allPrivateFeeds = (contributions: ConsoleContribution[]): PrivateFeed[] => [
  ...contributions.flatMap(({ privateFeeds = [] }) => privateFeeds),
  noticesFeed,
];

const buildPrivateFeedAddress = async (
  { store, live }: Pick<ConsoleDeps, 'store' | 'live'>,
  name: string,
): Promise<string> => `${live().facts.baseUrl}${consolePath}/private/${await readFeedToken(store.db)}/${name}`;

export interface PrivateAddress {
  label: ConsoleMessage;
  address: string;
}

export const listPrivateFeeds = (
  contributions: ConsoleContribution[],
  deps: Pick<ConsoleDeps, 'store' | 'live'>,
): Promise<PrivateAddress[]> =>
  Promise.all(
    allPrivateFeeds(contributions).map(async ({ name, label }) => ({
      label,
      address: await buildPrivateFeedAddress(deps, name),
    })),
  );

/** Replaces the token, so that the old addresses stop working. */
export const renewPrivateFeeds: RunAction = async ({ store }) => {
  const value = newToken();
  await store.db.updateTable('secrets').set({ value }).where('name', '=', secretName).execute();
  return { to: '/room/settings', notice: 'addressesRenewed' };
};

async function renderNoticesFeed(deps: ConsoleDeps): Promise<string> {
  const { store, live, now } = deps;
  const { baseUrl, creator } = live().facts;
  const notices = await readNewestNotices(store.db, maxNotices);
  const self = await buildPrivateFeedAddress(deps, noticesFeed.name);
  const entries = notices.map(({ id, title, text, path, createdAt }) =>
    [
      `<entry><id>urn:greenroom:${id}</id><title>${escapeMarkup(title)}</title><updated>${isoTime(createdAt)}</updated>`,
      `<link href="${escapeMarkup(baseUrl + path)}"/><content type="text">${escapeMarkup(text)}</content></entry>`,
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeMarkup(self)}</id>`,
    `<title>${escapeMarkup(creator.publication)}: notices</title><author><name>${escapeMarkup(creator.publication)}</name></author>`,
    `<updated>${isoTime(notices[0]?.createdAt ?? now())}</updated><link rel="self" href="${escapeMarkup(self)}"/>`,
    ...entries,
    '</feed>',
  ].join('\n');
}

/** Serves private feeds. A wrong token and a wrong name get the same response. */
export function addPrivateFeeds(scope: FastifyInstance, site: ConsoleSite): void {
  const feeds = allPrivateFeeds(site.contributions);
  scope.get(`${consolePath}/private/:token/:name`, async (request, reply) => {
    const { token, name } = request.params as { token: string; name: string };
    const isValid = isSameSecret(token, await readFeedToken(site.store.db));
    const feed = feeds.find((one) => one.name === name);
    if (!feed || !isValid) throw new ApiError('not_found', 'Not found.');
    return reply.type(feed.type).send(await feed.read(site));
  });
}
