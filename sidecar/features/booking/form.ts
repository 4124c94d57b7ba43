// The booking form for people, with or without scripts: stores the posted fields like the API, then shows the state.
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
import { answerBooking, cancelBooking, readBooking } from './requester.ts';
import { createBooking } from './bookings.ts';
import { mailReceipt } from './notices.ts';
import { privatePageHeaders } from '#domain/release/headers.ts';
import { renderProblemPage } from './state-page.ts';
import type { Release } from '../../release/release.ts';

interface FieldProblem {
  /** Name of the field with the mistake, or undefined if no field has one. */
  field: string | undefined;
  text: string;
}

async function renderFilledForm(
  release: Release,
  fields: Record<string, string>,
  { field, text }: FieldProblem,
): Promise<string> {
  // Loading it at start would slow the start down.
  const { load } = await import('cheerio');
  const $ = load(await readBuiltPage(release, '/booking'));
  const form = $(`form[action="${bookingForm.request}"]`);
  for (const element of form.find('input, select, textarea').toArray()) {
    const control = $(element);
    const name = control.attr('name') ?? '';
    const value = name === bookingForm.honeypot ? '' : (fields[name] ?? '');
    // Only attributes are sent to the browser, so val() has no effect.
    if (control.is('textarea')) control.text(value);
    else if (control.is('select'))
      control
        .find('option')
        .each((_, option) => void $(option).attr('selected', $(option).attr('value') === value ? '' : null));
    else control.attr('value', value);
  }
  // The trap field is invisible, so its problem is shown in the notice only.
  const wrongControl = form
    .find('input, select, textarea')
    .filter((_, element) => field !== bookingForm.honeypot && $(element).attr('name') === field);
  const id = `${field}-problem`;
  wrongControl.attr({ 'aria-invalid': 'true', autofocus: '' });
  wrongControl.attr('aria-describedby', [id, wrongControl.attr('aria-describedby')].filter(Boolean).join(' '));
  if (wrongControl.length > 0) $('<span class="problem"></span>').attr('id', id).text(text).insertBefore(wrongControl);
  const notice = $('<p class="notice" role="alert"></p>').text(
    wrongControl.length > 0 ? createTranslator(release)('booking.mend') : text,
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

/** Escapes letters that people may type, but that a URI cannot contain (RFC 3987 §3.1). */
const toUri = (address: string): string => (URL.canParse(address) ? new URL(address).href : address);

/** Reads local times of the time zone that was typed. */
function readProposedTimes({ timeZone = '', ...fields }: FormFields, now: number): string[] {
  return bookingForm.times.flatMap((field) => {
    const localTime = fields[field];
    if (!localTime) return [];
    if (!isTimeZone(timeZone)) {
      throw new FieldError('timeZone is not a known time zone.', { field: 'timeZone' }, 'zone');
    }
    const at = instantOfLocalTime(timeZone, localTime);
    if (at === undefined) throw new FieldError('There is no such time.', { field }, 'time');
    if (at <= now) throw new FieldError('This time is in the past.', { field }, 'past');
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

/** Returns the text of a problem in the language of the room. */
function problemText(t: Translate, error: ApiError): string {
  if (error instanceof FieldError) return formatMistake(t, error);
  if (error.kind === 'not_found') return t('request.none');
  if (error.kind === 'conflict') return t(error.details?.field === 'startsAt' ? 'request.taken' : 'request.over');
  return t('busy');
}

/** Returns status, text and field of a problem. A status of 500 means an unexpected error. */
function describeProblem(error: unknown, t: Translate): { status: number } & FieldProblem {
  const field = error instanceof FieldError ? error.field : undefined;
  const expectedError = toExpectedError(error);
  if (expectedError) {
    // An unreachable store is also an expected error, but it does not mean that the room is overloaded.
    const text = error instanceof ApiError ? problemText(t, error) : t('wrong.failed');
    return { status: errorKinds[expectedError.kind].status, text, field };
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode >= 500) return { status: 500, text: t('wrong.failed'), field };
  return { status: statusCode, text: t('wrong.form'), field };
}

async function sendProblem(error: unknown, deps: FormDeps, request: FastifyRequest, reply: FastifyReply) {
  const release = deps.live();
  const { status, text, field } = describeProblem(error, createTranslator(release));
  const expectedError = toExpectedError(error);
  if (expectedError) reply.headers(createRetryHeader(expectedError));
  else if (status === 500) request.log.error({ err: error }, 'the booking form failed');
  const fields = request.url === bookingForm.request && request.body ? (request.body as FormFields) : undefined;
  const html = fields
    ? await renderFilledForm(release, fields, { field, text })
    : await renderProblemPage(release, text);
  return reply.code(status).headers(privatePageHeaders).type(htmlType).send(html);
}

/** Redirects to the state page by path, so that the browser stays at the origin where it sent the form. */
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
    // Forms count towards the same rate limit as requests of the API.
    scope.addHook('onRequest', (request, reply) => admitPageRequest(endpoints.bookingRequest, deps, request, reply));

    scope.post(bookingForm.request, async (request, reply) => {
      const bookingRequest = readRequest((request.body ?? {}) as FormFields, deps.now());
      const { id, token } = await deps.store.db.transaction().execute(async (tx) => {
        const created = await createBooking(tx, bookingRequest, deps.now());
        const receipt = { ...created, to: bookingRequest.contactEmail, network: networkOf(request.ip) };
        await mailReceipt(tx, deps.live().facts, receipt, deps.now(), deps.settings.visitorMailsPerDay);
        return created;
      });
      return seeOther(reply, id, token);
    });
    scope.post(bookingForm.answer, async (request, reply) => {
      const { requestId: id = '', token = '', message, startsAt } = (request.body ?? {}) as FormFields;
      const answer = { ...(message && { message }), ...(startsAt && { startsAt }) };
      const result = checkAnswer(answer);
      if ('error' in result) throw result.error;
      await answerBooking(deps.store.db, await readBooking(deps.store.db, id, token), answer, deps.now());
      return seeOther(reply, id, token);
    });
    scope.post(bookingForm.cancel, async (request, reply) => {
      const { requestId = '', token = '' } = (request.body ?? {}) as FormFields;
      await cancelBooking(deps.store.db, await readBooking(deps.store.db, requestId, token), deps.now());
      return seeOther(reply, requestId, token);
    });
  });
}
