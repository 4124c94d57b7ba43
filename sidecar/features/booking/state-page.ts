// Renders the state of a booking request as a page for people, inside the frame of the room.
import type { BookingState } from '#contract/schemas/booking.ts';
import { bookingForm } from '#domain/booking/booking.ts';
import { zoneLabel } from '#domain/booking/zones.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { joinList, canonicalLocale, type Translate } from '#domain/messages/messages.ts';
import { showControls } from '#domain/text/invisible.ts';
import { renderDay, fillBuiltPage, createTranslator } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';

const renderUtcTime = (release: Release, instant: string) =>
  `${renderDay(release, instant)}, ${instant.slice(11, 16)} UTC`;
/** Renders a time in the time zone of the requester, or in UTC. */
function renderTime(release: Release, instant: string, zone = 'UTC'): string {
  const shape = new Intl.DateTimeFormat(canonicalLocale(release.facts.creator.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  });
  const at = new Date(instant);
  const text = `${shape.format(at)}, ${zoneLabel(zone, at.getTime())}`;
  return `<time datetime="${escapeMarkup(instant)}">${escapeMarkup(text)}</time>`;
}
/** Renders start and end, as far as they are known. */
const renderPeriod = (
  release: Release,
  { startsAt, endsAt }: Pick<BookingState, 'startsAt' | 'endsAt'>,
  zone: string | undefined,
): string => [startsAt, endsAt].flatMap((at) => (at ? [renderTime(release, at, zone)] : [])).join(' – ');

const renderPair = (name: string, value: string | undefined) =>
  value ? `<div><dt>${name}</dt><dd>${value}</dd></div>` : '';
/** Renders text of the requester safely: the reader of the page may be somebody else. */
const renderStrangerText = (text: string): string => `<bdi>${escapeMarkup(showControls(text))}</bdi>`;
const renderParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => `<p>${escapeMarkup(line)}</p>`)
    .join('');

const renderHiddenFields = (id: string, token: string): string =>
  `<input type="hidden" name="requestId" value="${escapeMarkup(id)}"><input type="hidden" name="token" value="${escapeMarkup(token)}">`;

/** Renders a form with one button for each time on offer. */
const renderOffers = (release: Release, state: BookingState, token: string): string => {
  const t = createTranslator(release);
  const lines = (state.offeredTimes ?? []).map(
    ({ startsAt, endsAt }) =>
      `<li><form class="lookup" method="post" action="${bookingForm.answer}">${renderHiddenFields(state.requestId, token)}` +
      `<input type="hidden" name="startsAt" value="${startsAt}">` +
      `<span>${renderPeriod(release, { startsAt, endsAt }, state.timeZone)}</span>` +
      `<button class="button">${t('request.pick')}</button></form></li>`,
  );
  return lines.length > 0 ? `<h2>${t('request.offered')}</h2><ul class="plain">${lines.join('')}</ul>` : '';
};

const renderAnswerForm = (t: Translate, id: string, token: string): string =>
  `<form class="form" method="post" action="${bookingForm.answer}">${renderHiddenFields(id, token)}` +
  `<p class="field"><label for="message">${t('request.answer')}</label>` +
  '<textarea id="message" name="message" rows="4" maxlength="5000" required></textarea></p>' +
  `<p><button class="button">${t('request.send')}</button></p></form>`;

const renderCancelForm = (t: Translate, id: string, token: string): string =>
  `<form class="form" method="post" action="${bookingForm.cancel}">` +
  `${renderHiddenFields(id, token)}<button class="button">${t('request.cancel')}</button></form>`;

const renderForms = (t: Translate, id: string, token: string): string =>
  renderAnswerForm(t, id, token) + renderCancelForm(t, id, token);

const renderReply = (reply: string | undefined): string =>
  reply ? `<div class="notice">${renderParagraphs(reply)}</div>` : '';

function renderShow({ showName, showUrl }: BookingState): string {
  const name = renderStrangerText(showName);
  return showUrl ? `<a href="${escapeMarkup(showUrl)}" rel="noreferrer">${name}</a>` : name;
}

function renderState(release: Release, state: BookingState, token: string): string {
  const t = createTranslator(release);
  const { status, timeframe, reply, startsAt, endsAt, calendarUrl, createdAt, updatedAt } = state;
  const { kind, contactName, contactEmail, message, answer, timeZone, proposedTimes = [], offeredTimes } = state;
  const when = offeredTimes ? '' : renderPeriod(release, { startsAt, endsAt }, timeZone);
  const contact = joinList(
    t,
    [contactName, contactEmail].map((text) => text && renderStrangerText(text)),
  );
  return [
    `<p class="lede" role="status">${t(`request.${status}`)}</p>`,
    renderReply(reply),
    renderOffers(release, state, token),
    '<dl class="pairs">',
    renderPair(t('booking.show'), renderShow(state)),
    renderPair(t('booking.kind'), kind && t(`booking.kind.${kind}`)),
    renderPair(t('request.contact'), contact),
    renderPair(t('request.times'), proposedTimes.map((at) => renderTime(release, at, timeZone)).join('<br>')),
    renderPair(t('booking.when'), when || (timeframe && renderStrangerText(timeframe))),
    renderPair(t('request.message'), message && `<div class="said">${renderStrangerText(message)}</div>`),
    renderPair(t('request.answered'), answer && `<div class="said">${renderStrangerText(answer)}</div>`),
    renderPair(t('request.asked'), renderUtcTime(release, createdAt)),
    renderPair(t('request.newest'), renderUtcTime(release, updatedAt)),
    '</dl>',
    calendarUrl ? `<p><a class="button" href="${escapeMarkup(calendarUrl)}">${t('request.calendar')}</a></p>` : '',
    `<p class="quiet">${t('request.keep')}</p>`,
    state.actions.length > 0 ? renderForms(t, state.requestId, token) : '',
  ].join('\n');
}

const renderFrame = (release: Release, html: string): Promise<string> =>
  fillBuiltPage(release, { path: bookingForm.statePage, id: 'booking-state', html });

export function renderProblemPage(release: Release, message: string): Promise<string> {
  const t = createTranslator(release);
  const back = `<a href="/booking">${t('request.form')}</a>`;
  return renderFrame(
    release,
    `<p class="notice" role="alert">${escapeMarkup(message)}</p>\n<p>${t('request.back')} ${back}</p>`,
  );
}

export const renderStatePage = (release: Release, state: BookingState, token: string): Promise<string> =>
  renderFrame(release, renderState(release, state, token));
