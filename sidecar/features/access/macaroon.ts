// Macaroons (version 2) that stand for one resource until a time; the identifier is version, payment hash and token id.
import { importMacaroon, type Macaroon, newMacaroon } from 'macaroon';

export interface Claims {
  /** Hex, 32 bytes. */
  tokenId: string;
  /** Hex, 32 bytes. */
  paymentHash: string;
  resourceId: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** What a macaroon says of itself; a holder may have added caveats, and each of them binds. */
export interface MacaroonClaims {
  tokenId: string;
  paymentHash: string;
  /** The resources of its caveats. */
  resourceIds: string[];
  /** The first end that a caveat names, in milliseconds. */
  expiresAt: number;
}

const versionBytes = 2;
const idBytes = 32;
const identifierBytes = versionBytes + 2 * idBytes;

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const fieldTypes = { location: 1, identifier: 2, signature: 6 };
const endOfSection = Buffer.of(0);

/** Every field here has less than 2^14 bytes. */
const encodeLength = (size: number): number[] => (size < 128 ? [size] : [(size & 127) | 128, size >> 7]);

function encodeField(name: keyof typeof fieldTypes, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(fieldTypes[name], ...encodeLength(value.length)), value]);
}

/** The binary form (version 2). The package's own doubles its buffer at each write: 100 MB for one macaroon. */
export const encodeMacaroon = ({ location, identifier, caveats, signature }: Macaroon): Buffer =>
  Buffer.concat([
    Buffer.of(2),
    encodeField('location', Buffer.from(location)),
    encodeField('identifier', identifier),
    endOfSection,
    ...caveats.flatMap((caveat) => [encodeField('identifier', caveat.identifier), endOfSection]),
    endOfSection,
    encodeField('signature', signature),
  ]);

export function mintMacaroon(rootKey: Uint8Array, location: string, claims: Claims): string {
  const { tokenId, paymentHash, resourceId, expiresAt } = claims;
  const identifier = Buffer.concat([
    Buffer.alloc(versionBytes),
    Buffer.from(paymentHash, 'hex'),
    Buffer.from(tokenId, 'hex'),
  ]);
  const macaroon = newMacaroon({ version: 2, rootKey, identifier, location });
  macaroon.addFirstPartyCaveat(`resource=${resourceId}`);
  macaroon.addFirstPartyCaveat(`expires_at=${Math.floor(expiresAt / 1000)}`);
  return encodeMacaroon(macaroon).toString('base64');
}

/** Keeps what the caveats say; one that is not understood must not be passed over. */
function caveatReader() {
  const found = { resourceIds: [] as string[], expiresAt: Infinity };
  const check = (caveat: string): string | null => {
    const [, name, value = ''] = /^(resource|expires_at)=(.{1,200})$/.exec(caveat) ?? [];
    if (name === 'resource') found.resourceIds.push(value);
    else if (name === 'expires_at' && /^\d{1,12}$/.test(value))
      found.expiresAt = Math.min(found.expiresAt, Number(value) * 1000);
    else return 'not understood';
    return null;
  };
  return { found, check };
}

/** Either alphabet, with or without padding; bits to spare must be zero, so that each macaroon has one spelling. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return bytes.toString('base64url') === plain ? new Uint8Array(bytes) : undefined;
}

/** Undefined where the text is no macaroon of this form; 'tampered' where its signature or a caveat does not hold. */
export function readMacaroon(
  text: string,
  rootKeyOf: (tokenId: string) => Uint8Array,
): MacaroonClaims | 'tampered' | undefined {
  const bytes = decodeBase64(text);
  if (!bytes) return undefined;
  let macaroon: ReturnType<typeof importMacaroon>;
  try {
    macaroon = importMacaroon(bytes);
  } catch {
    return undefined;
  }
  const { identifier } = macaroon;
  if (identifier.length !== identifierBytes || identifier[0] !== 0 || identifier[1] !== 0) return undefined;
  const paymentHash = toHex(identifier.subarray(versionBytes, versionBytes + idBytes));
  const tokenId = toHex(identifier.subarray(versionBytes + idBytes));
  const { found, check } = caveatReader();
  try {
    macaroon.verify(rootKeyOf(tokenId), check);
  } catch {
    return 'tampered';
  }
  return { tokenId, paymentHash, ...found };
}
