// The JSON body of a request: UTF-8 that is not packed (RFC 8259 §8.1).
import { errorCodes, type FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';

const charsetIn = (type = ''): string | undefined => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];

/** Each is UTF-8. */
const isTaken = (charset: string): boolean => /^(utf-?8|us-ascii)$/i.test(charset);

const refuse = (message: string, headers: Record<string, string> = {}): never => {
  throw new ApiError('unsupported_media_type', message, { field: 'body' }, { members: {}, headers });
};

function textOf(body: Buffer): string {
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
    if (!isTaken(charsetIn(type) ?? 'utf-8')) refuse('Send the body in UTF-8.');
    // RFC 9110 §15.5.16
    if (coding.toLowerCase() !== 'identity')
      refuse('Send the body without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
    return parse(request, textOf(body), done);
  });
}
