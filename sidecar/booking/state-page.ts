// The state of a booking request as a page for people: the built frame of the room, with the state written into it.
import type { BookingState } from '#contract/schemas/booking.ts';
import { bookingForm, nextStatuses } from '#domain/booking/booking.ts';
import { pageHeaders } from '#domain/release/headers.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Say } from '#domain/messages/messages.ts';
import { withSigns } from '#domain/text/unseen.ts';
import { dayHtml, inFrame, wordsOf } from '../server/page.ts';
import type { Release } from '../release/release.ts';

/** The address is the credential, so it must not leak to other sites (Referer). */
export const privatePageHeaders = {
  ...pageHeaders,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const time = (release: Release, instant: string) => `${dayHtml(release, instant)}, ${instant.slice(11, 16)} UTC`;
const row = (name: string, value: string | undefined) => (value ? `<div><dt>${name}</dt><dd>${value}</dd></div>` : '');
/** The reader of the page is not necessarily the author of the request. */
const strangers = (text: string): string => `<bdi>${escapeMarkup(withSigns(text))}</bdi>`;
const paragraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => `<p>${escapeMarkup(line)}</p>`)
    .join('');

const cancelForm = (say: Say, id: string, token: string): string =>
  `<form class="form" method="post" action="${bookingForm.cancel}">` +
  `<input type="hidden" name="requestId" value="${escapeMarkup(id)}"><input type="hidden" name="token" value="${escapeMarkup(token)}">` +
  `<button class="button">${say('request.cancel')}</button></form>`;

function stateHtml(release: Release, state: BookingState, token: string): string {
  const say = wordsOf(release);
  const { status, showName, showUrl, timeframe, reply, startsAt, endsAt, calendarUrl, createdAt, updatedAt } = state;
  const when = [startsAt, endsAt].flatMap((at) => (at ? [time(release, at)] : [])).join(' – ');
  const show = showUrl
    ? `<a href="${escapeMarkup(showUrl)}" rel="noreferrer">${strangers(showName)}</a>`
    : strangers(showName);
  return [
    `<p class="lede" role="status">${say(`request.${status}`)}</p>`,
    reply ? `<div class="notice">${paragraphs(reply)}</div>` : '',
    '<dl class="pairs">',
    row(say('booking.show'), show),
    row(say('booking.when'), when || (timeframe && strangers(timeframe))),
    row(say('request.asked'), time(release, createdAt)),
    row(say('request.newest'), time(release, updatedAt)),
    '</dl>',
    calendarUrl ? `<p><a class="button" href="${escapeMarkup(calendarUrl)}">${say('request.calendar')}</a></p>` : '',
    `<p class="quiet">${say('request.keep')}</p>`,
    nextStatuses(status).includes('cancelled') ? cancelForm(say, state.requestId, token) : '',
  ].join('\n');
}

const frame = (release: Release, html: string): Promise<string> =>
  inFrame(release, { path: bookingForm.statePage, id: 'booking-state', html });

export function problemPage(release: Release, message: string): Promise<string> {
  const say = wordsOf(release);
  const back = `<a href="/booking">${say('request.form')}</a>`;
  return frame(
    release,
    `<p class="notice" role="alert">${escapeMarkup(message)}</p>\n<p>${say('request.back')} ${back}</p>`,
  );
}

export const statePage = (release: Release, state: BookingState, token: string): Promise<string> =>
  frame(release, stateHtml(release, state, token));
