// Macaroons (version 2) for one resource and a limited time. Their identifier has a version, the payment hash and the
// token id.
import { importMacaroon, type Macaroon, newMacaroon } from 'macaroon';

export interface Claims {
  /** Hex, 32 bytes. */
  tokenId: string;
  /** Hex, 32 bytes. */
  paymentHash: string;
  resourceId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Claims of a macaroon, including caveats that holders have added. */
export interface MacaroonClaims {
  tokenId: string;
  paymentHash: string;
  /** Resources of all caveats. All of them must match. */
  resourceIds: string[];
  /** Earliest expiry of all caveats, in milliseconds since the epoch. */
  expiresAt: number;
}

const versionBytes = 2;
const idBytes = 32;
const identifierBytes = versionBytes + 2 * idBytes;

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const fieldTypes = { location: 1, identifier: 2, signature: 6 };
const endOfSection = Buffer.of(0);

/** Encodes a length of less than 2^14 bytes. */
const encodeLength = (size: number): number[] => (size < 128 ? [size] : [(size & 127) | 128, size >> 7]);

function encodeField(name: keyof typeof fieldTypes, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(fieldTypes[name], ...encodeLength(value.length)), value]);
}

/** Encodes a macaroon in the binary format (version 2). The encoder of the package needs 100 MB for one macaroon. */
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

/** Collects the claims of caveats. Unknown caveats are rejected. */
function caveatReader() {
  const claims = { resourceIds: [] as string[], expiresAt: Infinity };
  const check = (caveat: string): string | null => {
    const [, name, value = ''] = /^(resource|expires_at)=(.{1,200})$/.exec(caveat) ?? [];
    if (name === 'resource') claims.resourceIds.push(value);
    else if (name === 'expires_at' && /^\d{1,12}$/.test(value))
      claims.expiresAt = Math.min(claims.expiresAt, Number(value) * 1000);
    else return 'unknown caveat';
    return null;
  };
  return { claims, check };
}

/**
 * Decodes base64 or base64url, with or without padding. Unused bits must be zero, so that each macaroon has one
 * encoding.
 */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return bytes.toString('base64url') === plain ? new Uint8Array(bytes) : undefined;
}

/**
 * Reads and verifies a macaroon. Returns undefined for a malformed text and 'tampered' for a wrong signature or
 * caveat.
 */
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
  const { claims, check } = caveatReader();
  try {
    macaroon.verify(rootKeyOf(tokenId), check);
  } catch {
    return 'tampered';
  }
  return { tokenId, paymentHash, ...claims };
}
