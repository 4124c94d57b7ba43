// The booking form for people, with or without scripts: what a browser posts is kept as the API keeps it, then the state is shown.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError, errorKinds } from '#contract/errors.ts';
import { BookingAnswer, BookingRequest } from '#contract/schemas/booking.ts';
import { bookingForm, statusUrl } from '#domain/booking/booking.ts';
import type { Translate } from '#domain/messages/messages.ts';
import { instantOfLocalTime, isTimeZone, localTimeWithOffset } from '#domain/booking/zones.ts';
import { admitPageRequest, type PageDeps } from '../../http/answer-page.ts';
import { toExpectedError, createRetryHeader } from '../../http/errors.ts';
import { type FormFields, redirectReads, acceptForms } from '../../http/forms.ts';
import { FieldError, formatMistake } from '../../http/form-mistakes.ts';
import { htmlType, createTranslator, readBuiltPage } from '../../http/page.ts';
import { networkOf } from '../../http/network.ts';
import { compileValidator } from '../../http/query.ts';
import type { Store } from '../../storage/store.ts';
import { answerBooking, cancelBooking } from './requester.ts';
import { createBooking } from './bookings.ts';
import { mailReceipt } from './notices.ts';
import { privatePageHeaders, renderProblemPage } from './state-page.ts';
import type { Release } from '../../release/release.ts';

interface FieldProblem {
  /** Undefined where nothing in the form is wrong. */
  field: string | undefined;
  text: string;
}

async function renderFilledForm(
  release: Release,
  fields: Record<string, string>,
  { field, text }: FieldProblem,
): Promise<string> {
  // Loading it takes part of a start.
  const { load } = await import('cheerio');
  const $ = load(await readBuiltPage(release, '/booking'));
  const form = $(`form[action="${bookingForm.request}"]`);
  for (const element of form.find('input, select, textarea').toArray()) {
    const one = $(element);
    const name = one.attr('name') ?? '';
    const typed = name === bookingForm.honeypot ? '' : (fields[name] ?? '');
    // An attribute is written as it is, where val() would set what only a script sees.
    if (one.is('textarea')) one.text(typed);
    else if (one.is('select'))
      one
        .find('option')
        .each((_, option) => void $(option).attr('selected', $(option).attr('value') === typed ? '' : null));
    else one.attr('value', typed);
  }
  // Nobody sees the trap.
  const wrong = form
    .find('input, select, textarea')
    .filter((_, element) => field !== bookingForm.honeypot && $(element).attr('name') === field);
  const id = `${field}-problem`;
  wrong.attr({ 'aria-invalid': 'true', autofocus: '' });
  wrong.attr('aria-describedby', [id, wrong.attr('aria-describedby')].filter(Boolean).join(' '));
  if (wrong.length > 0) $('<span class="problem"></span>').attr('id', id).text(text).insertBefore(wrong);
  const notice = $('<p class="notice" role="alert"></p>').text(
    wrong.length > 0 ? createTranslator(release)('booking.mend') : text,
  );
  form.prepend(notice);
  return $.html();
}

export interface FormDeps extends PageDeps {
  store: Store;
  settings: { visitorMailsPerDay?: number | undefined };
}

const checkRequest = compileValidator(BookingRequest, 'body');
const checkAnswer = compileValidator(BookingAnswer, 'body');

/** People type addresses with letters that a URI writes in escapes (RFC 3987 §3.1), as browsers take them. */
const toUri = (address: string): string => (URL.canParse(address) ? new URL(address).href : address);

/** As clocks show it in the zone that was named. */
function readProposedTimes({ timeZone = '', ...fields }: FormFields, now: number): string[] {
  return bookingForm.times.flatMap((field) => {
    const typed = fields[field];
    if (!typed) return [];
    if (!isTimeZone(timeZone)) {
      throw new FieldError('timeZone is no time zone.', { field: 'timeZone' }, 'zone');
    }
    const at = instantOfLocalTime(timeZone, typed);
    if (at === undefined) throw new FieldError('There is no such time.', { field }, 'time');
    if (at <= now) throw new FieldError('This time is past.', { field }, 'past');
    return [localTimeWithOffset(timeZone, at)];
  });
}

function readRequest(fields: FormFields, now: number): BookingRequest {
  const { honeypot: trap } = bookingForm;
  if (fields[trap]) throw new FieldError('A field that stays empty was filled in.', { field: trap }, 'trap');
  const { showName = '', showUrl } = fields;
  const others = (['timeframe', 'message', 'kind', 'contactName', 'contactEmail', 'timeZone'] as const).flatMap(
    (name) => (fields[name] ? [[name, fields[name]]] : []),
  );
  const proposedTimes = readProposedTimes(fields, now);
  const filled = {
    showName,
    ...(showUrl && { showUrl: toUri(showUrl) }),
    ...(Object.fromEntries(others) as Partial<BookingRequest>),
    ...(proposedTimes.length > 0 && { proposedTimes }),
  };
  const result = checkRequest(filled);
  if ('error' in result) throw result.error;
  return filled;
}

/** What cannot be done, in the words of the room. */
function problemText(t: Translate, error: ApiError): string {
  if (error instanceof FieldError) return formatMistake(t, error);
  if (error.kind === 'not_found') return t('request.none');
  if (error.kind === 'conflict') return t(error.details?.field === 'startsAt' ? 'request.taken' : 'request.over');
  return t('busy');
}

async function sendProblem(error: unknown, deps: FormDeps, request: FastifyRequest, reply: FastifyReply) {
  const known = toExpectedError(error);
  const status = known ? errorKinds[known.kind].status : (error as { statusCode?: number }).statusCode;
  const isUnknown = !known && (status === undefined || status >= 500);
  if (isUnknown) request.log.error({ err: error }, 'the booking form failed');
  const release = deps.live();
  const t = createTranslator(release);
  // A store that is away is a known error, too, but it does not mean that the room is overloaded.
  const other = known || isUnknown ? 'wrong.failed' : 'wrong.form';
  const text = error instanceof ApiError ? problemText(t, error) : t(other);
  const field = error instanceof FieldError ? error.field : undefined;
  const fields = request.url === bookingForm.request && request.body ? (request.body as FormFields) : undefined;
  const html = fields
    ? await renderFilledForm(release, fields, { field, text })
    : await renderProblemPage(release, text);
  if (known) reply.headers(createRetryHeader(known));
  return reply
    .code(isUnknown ? 500 : status!)
    .headers(privatePageHeaders)
    .type(htmlType)
    .send(html);
}

/** The path alone, so that the browser stays at the origin where it sent the form. */
function seeOther(reply: FastifyReply, id: string, token: string): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .redirect(statusUrl('', id, token), 303);
}

export function addBookingForm(app: FastifyInstance, deps: FormDeps): void {
  for (const url of [bookingForm.request, bookingForm.answer, bookingForm.cancel]) redirectReads(app, url, '/booking');
  app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => sendProblem(error, deps, request, reply));
    // Counts together with the requests of the API.
    scope.addHook('onRequest', (request, reply) => admitPageRequest(endpoints.bookingRequest, deps, request, reply));

    scope.post(bookingForm.request, async (request, reply) => {
      const asked = readRequest((request.body ?? {}) as FormFields, deps.now());
      const { id, token } = await deps.store.db.transaction().execute(async (tx) => {
        const made = await createBooking(tx, asked, deps.now());
        const receipt = { ...made, to: asked.contactEmail, network: networkOf(request.ip) };
        await mailReceipt(tx, deps.live().facts, receipt, deps.now(), deps.settings.visitorMailsPerDay);
        return made;
      });
      return seeOther(reply, id, token);
    });
    scope.post(bookingForm.answer, async (request, reply) => {
      const { requestId: id = '', token = '', message, startsAt } = (request.body ?? {}) as FormFields;
      const answer = { ...(message && { message }), ...(startsAt && { startsAt }) };
      const result = checkAnswer(answer);
      if ('error' in result) throw result.error;
      await answerBooking(deps.store.db, { id, token }, answer, deps.now());
      return seeOther(reply, id, token);
    });
    scope.post(bookingForm.cancel, async (request, reply) => {
      const { requestId = '', token = '' } = (request.body ?? {}) as FormFields;
      await cancelBooking(deps.store.db, requestId, token, deps.now());
      return seeOther(reply, requestId, token);
    });
  });
}
