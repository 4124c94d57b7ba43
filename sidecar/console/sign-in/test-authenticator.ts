// Virtual authenticator for tests, which can send false responses.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  /** True if the device did not verify the user. */
  isUnverified?: boolean;
  counter?: number;
}

const hash = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const userPresent = 0x01;
const userVerified = 0x04;
const holdsCredential = 0x40;

function head({ rpId = 'localhost', isUnverified = false, counter = 0 }: Lies, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags | userPresent | (isUnverified ? 0 : userVerified)]), count]);
}

const clientData = (usual: string, challenge: string, { origin = 'http://localhost', type = usual }: Lies): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin }));

/** Encodes an ES256 key on P-256 (RFC 9053 §2.1 and §7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const point = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
  const entries: [number, number | Uint8Array<ArrayBuffer>][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ];
  return Buffer.from(isoCBOR.encode(new Map(entries)));
}

export function newAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const envelope = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  return {
    id: text(id),
    /** Returns the response to a registration challenge, as the form sends it. */
    create: (challenge: string, lies: Lies = {}): string => {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(Buffer.concat([head(lies, holdsCredential), credential]))],
      ]);
      const response = {
        clientDataJSON: text(clientData('webauthn.create', challenge, lies)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
      };
      return JSON.stringify({ ...envelope, response });
    },
    /** Returns the response to a sign-in challenge. */
    get: (challenge: string, lies: Lies = {}): string => {
      const data = clientData('webauthn.get', challenge, lies);
      const authData = head(lies, 0);
      const response = {
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(sign('sha256', Buffer.concat([authData, hash(data)]), privateKey)),
      };
      return JSON.stringify({ ...envelope, response });
    },
  };
}
