// Negotiates the content coding (RFC 9110 §12.5.3). Results are cached, since few different headers exist.
import Negotiator from 'negotiator';
import { type Encoding, encodings } from '#domain/release/page.ts';

const results = new Map<string, Encoding | undefined>();
const maxResults = 500;

/** Returns the first supported coding that the client accepts, unless it prefers uncompressed bytes. */
function negotiate(accept: string): Encoding | undefined {
  const acceptedEncodings = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([
    ...encodings,
    'identity',
  ]);
  return acceptedEncodings[0] === 'identity'
    ? undefined
    : encodings.find((encoding) => acceptedEncodings.includes(encoding));
}

export function negotiateEncoding(accept: string | undefined): Encoding | undefined {
  if (!accept) return undefined;
  if (!results.has(accept)) {
    if (results.size >= maxResults) results.clear();
    results.set(accept, negotiate(accept));
  }
  return results.get(accept);
}
