// Protects the console's forms against cross-site requests, with the Origin header and a CSRF token.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { isSameSecret } from '../storage/tokens.ts';
import { formField, type FormValues } from './page.ts';
import type { Session } from './sign-in/sessions.ts';

/** Returns true for localhost and IP addresses, which attackers cannot use for DNS rebinding. */
const isLoopbackOrIp = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/** Returns true for the room's public address and for a loopback or IP host. The Host header alone proves nothing. */
function isRoomOrigin(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host && isLoopbackOrIp(url.hostname);
}

/** Returns true if the browser reports the room as origin. Without Origin, Sec-Fetch-Site and the CSRF token decide. */
export function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || isRoomOrigin(headers.origin, headers.host, baseUrl);
}

/** Returns true if the browser states the origin. Forms without a CSRF token need this. */
export const hasBrowserOrigin = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';

/** Throws if the token of the form is not the session's. */
export function checkCsrfToken(form: FormValues, { csrf }: Session): void {
  if (isSameSecret(formField(form, 'csrf'), csrf)) return;
  throw new ApiError(
    'forbidden',
    'This form belongs to an earlier session. Go back, reload the page and send it again.',
  );
}
