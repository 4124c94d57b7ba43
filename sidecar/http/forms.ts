// Reads input of browsers: the fields of a form and the query of an address.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';

export type FormFields = Record<string, string>;

export const readQuery = ({ raw }: Pick<FastifyRequest, 'raw'>): URLSearchParams =>
  new URLSearchParams(raw.url!.split('?').slice(1).join('?'));

/** Returns the fields of a form. Browsers send line breaks as CRLF, and PostgreSQL cannot store U+0000. */
export const readFormFields = (sent: URLSearchParams): FormFields =>
  Object.fromEntries(
    [...sent].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').replaceAll('\0', '').trim()]),
  );

/** Parses all bodies in this scope as forms. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string | Buffer) => readFormFields(new URLSearchParams(String(body))),
  );
}

/** Redirects reads of an address that only accepts forms; it is in the address bar after a form with a mistake. */
export function redirectReads(app: FastifyInstance, url: string, page: string): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (_, reply) => reply.header('Cache-Control', 'no-store').redirect(page, 303),
  });
  app.route({
    method: ['DELETE', 'PATCH', 'PUT'],
    url,
    onRequest: async (_, reply) => {
      reply.header('Allow', 'GET, HEAD, POST');
      throw new ApiError('method_not_allowed', `${url} accepts only POST.`, { supportedMethods: ['POST'] });
    },
    handler: () => undefined,
  });
}
