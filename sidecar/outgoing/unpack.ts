// Unpacks the body of an answer, never to more than its limit.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Head } from './exchange.ts';
import { OutgoingProblem, tooLarge } from './problem.ts';

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/** What is in an encoding that was not asked for stays as it is. */
export async function unpack(body: Buffer, { headers }: Head, bytes: number): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (body.length === 0 || !Object.hasOwn(unpackers, encoding)) return body;
  try {
    return await unpackers[encoding as keyof typeof unpackers](body, { maxOutputLength: bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytes);
    throw new OutgoingProblem('encoding', 'The answer is packed, and cannot be unpacked.');
  }
}
