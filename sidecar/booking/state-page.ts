// The state of a booking request as a page for people: the built frame of the room, with the state written into it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookingState, BookingStatus } from '#contract/schemas/booking.ts';
import { bookingForm, nextStatuses } from '#domain/booking.ts';
import { pageHeaders } from '#domain/headers.ts';
import type { Release } from '../release/release.ts';

const meanings: Record<BookingStatus, string> = {
  received: 'Your request is here and waits for an answer.',
  needs_info: 'There is a question for you.',
  proposed: 'A time is proposed.',
  confirmed: 'It is agreed.',
  declined: 'It cannot be this time.',
  cancelled: 'The request is cancelled.',
  completed: 'It has taken place.',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Only whoever holds the address may read the page, so the address is handed on to no one. */
export const privatePageHeaders = {
  ...pageHeaders,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
export const htmlType = 'text/html; charset=utf-8';

const time = (instant: string) =>
  `<time datetime="${instant}">${instant.slice(0, 10)}, ${instant.slice(11, 16)} UTC</time>`;
const row = (name: string, value: string | undefined) => (value ? `<div><dt>${name}</dt><dd>${value}</dd></div>` : '');
const paragraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');

const cancelForm = (id: string, token: string): string =>
  `<form class="form" method="post" action="${bookingForm.cancel}">` +
  `<input type="hidden" name="requestId" value="${escapeHtml(id)}"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
  '<button class="button">Cancel the request</button></form>';

function stateHtml(state: BookingState, token: string): string {
  const { status, showName, showUrl, timeframe, reply, startsAt, endsAt, calendarUrl, createdAt, updatedAt } = state;
  const when = startsAt && (endsAt ? `${time(startsAt)} to ${time(endsAt)}` : time(startsAt));
  const show = showUrl
    ? `<a href="${escapeHtml(showUrl)}" rel="noreferrer">${escapeHtml(showName)}</a>`
    : escapeHtml(showName);
  return [
    `<p class="lede" role="status">${meanings[status]}</p>`,
    reply ? `<div class="notice">${paragraphs(reply)}</div>` : '',
    '<dl class="pairs">',
    row('Show', show),
    row('When', when || (timeframe && escapeHtml(timeframe))),
    row('Asked', time(createdAt)),
    row('Newest change', time(updatedAt)),
    '</dl>',
    calendarUrl ? `<p><a class="button" href="${escapeHtml(calendarUrl)}">Add to a calendar</a></p>` : '',
    '<p class="quiet">Keep the address of this page: the answer appears here, and whoever has the address may read it.</p>',
    nextStatuses(status).includes('cancelled') ? cancelForm(state.requestId, token) : '',
  ].join('\n');
}

export const problemHtml = (message: string): string =>
  `<p class="notice" role="alert">${escapeHtml(message)}</p>\n<p>Go back to change it; <a href="/booking">the form</a> is here.</p>`;

/** The built page with its middle replaced. */
export async function inFrame(release: Release, html: string): Promise<string> {
  const entry = release.entries.get(bookingForm.statePage);
  const page = entry ? await readFile(join(release.dir, 'public', entry.file), 'utf8') : '';
  const filled = page.replace(
    /(<div [^>]*id="booking-state"[^>]*>)[\s\S]*?(<\/div>)/,
    (_, open, close) => open + html + close,
  );
  if (filled === page) throw new Error(`the release has no frame at ${bookingForm.statePage}`);
  return filled;
}

export const statePage = (release: Release, state: BookingState, token: string): Promise<string> =>
  inFrame(release, stateHtml(state, token));
