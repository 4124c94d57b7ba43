// Compresses answers on request; built files are compressed once, when they are built.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '#domain/release/page.ts';
import { negotiateEncoding } from './encoding.ts';
import { stripQuery } from './request-target.ts';

/** Copies bytes out of a shared buffer, which a cached part would keep in memory. */
export const copyBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** Size below which compression is not worth the time. @spec-gap compression */
const minBytes = 1024;
const cachedBytes = 2 * 1024 * 1024;
const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/x-ndjson)/;

/** Compression level that is fast enough for every answer. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, quality),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/**
 * Returns true if an answer may be compressed. Answers for one client are excluded: they may contain a secret, which
 * their compressed length could reveal (RFC 8446 §5.4; BREACH).
 */
function isPackable(reply: FastifyReply, type: string, size: number): boolean {
  const cacheControl = String(reply.getHeader('cache-control') ?? '');
  const isPacked = reply.hasHeader('content-encoding') || reply.hasHeader('set-cookie');
  return size >= minBytes && !isPacked && !cacheControl.includes('private') && compressible.test(type);
}

/** Chooses the content coding for a client and sets Vary if other clients may get another one. */
export function chooseCoding(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  size: number,
): Encoding | undefined {
  if (!isPackable(reply, type, size)) return undefined;
  reply.header('Vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  return negotiateEncoding(headers['accept-encoding']?.toString());
}

/** `"abc"` → `"abc-br"`: a strong validator differs between codings (RFC 9110 §8.8.3). */
const addCodingToEtag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

export function addCompression(app: FastifyInstance): void {
  const compressed = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: cachedBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: compress }) => copyBytes(await compress()),
    // An eviction during the compression does not affect the response.
    ignoreFetchAbort: true,
  });
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const encoding = chooseCoding(request, reply, String(reply.getHeader('content-type') ?? ''), bytes.length);
    if (!encoding) return payload;
    const plain = reply.getHeader('etag') as string | undefined;
    const etag = plain && addCodingToEtag(plain, encoding);
    if (etag) reply.header('ETag', etag);
    reply.header('Content-Encoding', encoding);
    reply.removeHeader('content-length');
    const compress = () => compressors[encoding](bytes);
    return etag ? compressed.fetch(`${stripQuery(request.url)} ${etag}`, { context: compress }) : compress();
  });
}
