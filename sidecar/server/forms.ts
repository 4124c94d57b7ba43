// What a browser sends: the fields of a form, and the query of an address.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Fields = Record<string, string>;

export const queryOf = ({ raw }: Pick<FastifyRequest, 'raw'>): URLSearchParams =>
  new URLSearchParams(raw.url!.split('?').slice(1).join('?'));

/** Browsers send every field, and line breaks as CRLF; PostgreSQL cannot store U+0000. */
export const fieldsIn = (sent: URLSearchParams): Fields =>
  Object.fromEntries(
    [...sent].map(([name, value]) => [name, value.replaceAll('\r\n', '\n').replaceAll('\0', '').trim()]),
  );

/** Everything posted in this scope is a form; its fields are the body of the request. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string | Buffer) => fieldsIn(new URLSearchParams(String(body))),
  );
}
