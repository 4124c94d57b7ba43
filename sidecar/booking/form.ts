// The booking form for people, with or without scripts: what a browser posts is kept as the API keeps it, then the state is shown.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError, errorKinds } from '#contract/errors.ts';
import { BookingRequest } from '#contract/schemas/booking.ts';
import { bookingForm, statusUrl } from '#domain/booking.ts';
import type { ClientOf } from '../http/client.ts';
import { expected, waitHeader } from '../http/errors.ts';
import { htmlType } from '../http/page.ts';
import { compile } from '../http/query.ts';
import { rateHeaders, type TakeRate } from '../http/rate-limit.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../store/store.ts';
import { cancelBooking } from './asker.ts';
import { askForBooking } from './bookings.ts';
import { privatePageHeaders, problemPage } from './state-page.ts';

export interface FormParts {
  live: () => Release;
  store: Store;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

type Fields = Record<string, string>;

const check = compile(BookingRequest, 'body');

/** Browsers send every field, and line breaks as CRLF; no database keeps U+0000. */
const readFields = (body: string): Fields =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      value.replaceAll('\r\n', '\n').replaceAll('\0', '').trim(),
    ]),
  );

/** People type addresses with letters that a URI writes in escapes (RFC 3987 §3.1), as browsers take them. */
const asUri = (address: string): string => (URL.canParse(address) ? new URL(address).href : address);

function readRequest(fields: Fields): BookingRequest {
  if (fields[bookingForm.trap]) {
    throw new ApiError('bad_request', 'A field that stays empty was filled in. Clear it and send the form again.');
  }
  const { showName = '', showUrl, timeframe, message } = fields;
  const filled = {
    showName,
    ...(showUrl && { showUrl: asUri(showUrl) }),
    ...(timeframe && { timeframe }),
    ...(message && { message }),
  };
  const result = check(filled);
  if ('error' in result) throw result.error;
  return filled;
}

/** Counts together with the requests of the API. */
async function checkRate(parts: FormParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path, rate } = endpoints.bookingRequest;
  const state = await parts.takeRate(path, rate, await parts.clientOf(request));
  reply.headers(rateHeaders(state, parts.now()));
  if (state.allowed) return;
  reply.header('Retry-After', Math.max(1, Math.ceil(state.resetAt - parts.now() / 1000)));
  throw new ApiError('rate_limited', 'Too many requests came from here. Wait a minute and send the form again.');
}

async function sendProblem(error: unknown, parts: FormParts, request: FastifyRequest, reply: FastifyReply) {
  const known = expected(error);
  const status = known ? errorKinds[known.kind].status : (error as { statusCode?: number }).statusCode;
  const isUnknown = !known && (status === undefined || status >= 500);
  if (isUnknown) request.log.error({ err: error }, 'the booking form failed');
  const other = isUnknown ? 'Something failed here. Please send the form again.' : 'The form could not be read.';
  const html = await problemPage(parts.live(), known?.message ?? other);
  if (known) reply.headers(waitHeader(known));
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

export function addBookingForm(app: FastifyInstance, parts: FormParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string | Buffer) => readFields(String(body)),
    );
    scope.setErrorHandler((error, request, reply) => sendProblem(error, parts, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      await checkRate(parts, request, reply);
      parts.shed();
    });

    scope.post(bookingForm.ask, async (request, reply) => {
      const { id, token } = await askForBooking(
        parts.store.db,
        readRequest((request.body ?? {}) as Fields),
        parts.now(),
      );
      return seeOther(reply, id, token);
    });
    scope.post(bookingForm.cancel, async (request, reply) => {
      const { requestId = '', token = '' } = (request.body ?? {}) as Fields;
      await cancelBooking(parts.store.db, requestId, token, parts.now());
      return seeOther(reply, requestId, token);
    });
  });
}
