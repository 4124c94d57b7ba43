// The creator's calendar and notices at addresses that are secrets: for programs that cannot sign in.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { hasAppointment } from '#domain/booking/booking.ts';
import { isoTime } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { listBookings } from '../bookings.ts';
import { calendarOf } from '../calendar.ts';
import { newToken } from '#sidecar/storage/tokens.ts';
import { readSecret } from '#sidecar/storage/state.ts';
import { newestNotices } from '#sidecar/storage/notices.ts';
import type { Db } from '#sidecar/storage/store.ts';
import type { Action } from '#sidecar/console/page.ts';
import type { ConsoleParts } from '#sidecar/console/parts.ts';

const secretName = 'privateFeeds';
const mostShown = 100;
const mostAppointments = 1000;

/** Kept as it is, since it is shown again. */
const tokenOf = (db: Db): Promise<string> => readSecret(db, secretName, newToken);

export interface PrivateFeeds {
  calendar: string;
  notices: string;
}

export async function privateFeeds({ store, live }: Pick<ConsoleParts, 'store' | 'live'>): Promise<PrivateFeeds> {
  const base = `${live().facts.baseUrl}${consolePath}/private/${await tokenOf(store.db)}`;
  return { calendar: `${base}/bookings.ics`, notices: `${base}/notices.atom` };
}

/** The old addresses stop working. */
export const renewPrivateFeeds: Action = async ({ store }) => {
  const value = newToken();
  await store.db.updateTable('secrets').set({ value }).where('name', '=', secretName).execute();
  return { to: '/room/settings', notice: 'addressesRenewed' };
};

async function calendar({ store, live }: ConsoleParts): Promise<string> {
  const { creator, baseUrl } = live().facts;
  const { bookings } = await listBookings(store.db, { status: 'confirmed', limit: mostAppointments });
  const appointments = bookings.filter(hasAppointment).map((one) => ({ ...one, startsAt: one.startsAt! }));
  return calendarOf(appointments, creator.name, new URL(baseUrl).hostname, creator.timeZone);
}

async function atom(parts: ConsoleParts): Promise<string> {
  const { store, live, now } = parts;
  const { baseUrl, creator } = live().facts;
  const notices = await newestNotices(store.db, mostShown);
  const self = (await privateFeeds(parts)).notices;
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

const files = {
  'bookings.ics': { type: 'text/calendar; charset=utf-8', text: calendar },
  'notices.atom': { type: 'application/atom+xml; charset=utf-8', text: atom },
};

/** A wrong secret gets the same answer as a wrong name. */
export function addPrivateFeeds(scope: FastifyInstance, parts: ConsoleParts): void {
  scope.get(`${consolePath}/private/:token/:name`, async (request, reply) => {
    const { token, name } = request.params as { token: string; name: string };
    const [sent, wanted] = [Buffer.from(token), Buffer.from(await tokenOf(parts.store.db))];
    const file = Object.hasOwn(files, name) ? files[name as keyof typeof files] : undefined;
    if (!file || sent.length !== wanted.length || !timingSafeEqual(sent, wanted))
      throw new ApiError('not_found', 'Nothing is here.');
    return reply.type(file.type).send(await file.text(parts));
  });
}
