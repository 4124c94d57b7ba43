// Which compressed variant a client takes (RFC 9110 §12.5.3); answers are kept, since few different headers exist.
import Negotiator from 'negotiator';
import { type Encoding, encodings } from '#domain/release/page.ts';

const known = new Map<string, Encoding | undefined>();
const knownAtMost = 500;

/** The first of ours that the client takes, unless it would rather have the bytes as they are. */
function negotiate(accept: string): Encoding | undefined {
  const accepted = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...encodings, 'identity']);
  return accepted[0] === 'identity' ? undefined : encodings.find((encoding) => accepted.includes(encoding));
}

export function negotiateEncoding(accept: string | undefined): Encoding | undefined {
  if (!accept) return undefined;
  if (!known.has(accept)) {
    if (known.size >= knownAtMost) known.clear();
    known.set(accept, negotiate(accept));
  }
  return known.get(accept);
}
