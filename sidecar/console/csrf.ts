// Keeps other sites from posting the console's forms: the browser's own word on where a form came from, and a secret in it.
import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { formField, type FormValues } from './page.ts';
import type { Session } from './sign-in/sessions.ts';

/** No other site can have such a name: an attacker's name that is pointed at this machine is none of them (DNS rebinding). */
const isLoopbackOrIp = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/** The room's public address, or the machine's own. The Host alone proves nothing, and behind a CDN it is another one. */
function isRoomOrigin(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && isLoopbackOrIp(url.hostname);
}

/** Browsers send Origin with every POST; where it is missing, Sec-Fetch-Site must not say otherwise and the form's secret decides. */
export function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || isRoomOrigin(headers.origin, headers.host, baseUrl);
}

/** A form without a secret, since nobody is signed in: here the browser has to say where it came from. */
export const hasBrowserOrigin = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';

/** Throws when the form was not made for this session. */
export function checkCsrfToken(form: FormValues, { csrf }: Session): void {
  const sent = Buffer.from(formField(form, 'csrf'));
  const expected = Buffer.from(csrf);
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return;
  throw new ApiError('forbidden', 'This form is from an earlier sign-in. Go back, load the page again and send it.');
}
