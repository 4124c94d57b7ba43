// Parses the JSON body of a request: uncompressed UTF-8 (RFC 8259 §8.1).
import { errorCodes, type FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';

const readCharset = (type = ''): string | undefined => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];

/** Returns true for charsets that are UTF-8 or a subset. */
const isUtf8 = (charset: string): boolean => /^(utf-?8|us-ascii)$/i.test(charset);

const rejectMediaType = (message: string, headers: Record<string, string> = {}): never => {
  throw new ApiError('unsupported_media_type', message, { field: 'body' }, { members: {}, headers });
};

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
  }
}

export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type, 'content-encoding': coding = 'identity' } = request.headers;
    if (!isUtf8(readCharset(type) ?? 'utf-8')) rejectMediaType('Send the body in UTF-8.');
    // RFC 9110 §15.5.16
    if (coding.toLowerCase() !== 'identity')
      rejectMediaType('Send the body without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
    // Many clients state a type with every request, also with a DELETE that has no body.
    if (body.length === 0 && request.method === 'DELETE') return done(null);
    return parse(request, decodeUtf8(body), done);
  });
}
