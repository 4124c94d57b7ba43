// Passkeys (WebAuthn): options for browsers, and verification of their responses.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Tx } from '../../storage/store.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { Session } from './sessions.ts';
import { verifyChallenge, readConsoleKey, newChallenge } from './challenges.ts';
import { findCredential, listCredentials } from './credentials.ts';

/** Returns the relying party id, or undefined: browsers support passkeys on https and localhost, not on bare IPs. */
export function passkeyHost(baseUrl: string): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? hostname : undefined;
}

/** Loads the library on demand, because most sidecars never need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which devices support and Node can verify without warnings. */
const supportedAlgorithmIDs = [-8, -7, -257];

const signIn = 'sign-in';
const addFor = ({ id }: Session): string => `add for ${id}`;

/** Returns the expected origin and relying party, or undefined if passkeys are not supported. */
function expectedResponse({ live }: ConsoleDeps): { expectedOrigin: string; expectedRPID: string } | undefined {
  const { baseUrl } = live().facts;
  const expectedRPID = passkeyHost(baseUrl);
  return expectedRPID === undefined ? undefined : { expectedOrigin: baseUrl, expectedRPID };
}

/** Creates options for signing in with any passkey. Returns undefined if passkeys are not supported. */
export async function createSignInOptions({ live, store, now }: ConsoleDeps) {
  const rpID = passkeyHost(live().facts.baseUrl);
  if (!rpID) return undefined;
  const challenge = newChallenge(await readConsoleKey(store.db), signIn, now());
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
}

/** Returns the same user id for all passkeys of the creator, so that a device stores one. */
const userId = (key: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`user ${key}`).digest());

export async function createPasskeyOptions({ live, store, now }: ConsoleDeps, session: Session) {
  const { baseUrl, creator } = live().facts;
  const rpID = passkeyHost(baseUrl);
  if (!rpID) return undefined;
  const key = await readConsoleKey(store.db);
  const passkeys = (await listCredentials(store.db)).filter(({ kind }) => kind === 'passkey');
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID,
    rpName: creator.publication,
    userID: userId(key),
    userName: creator.name,
    userDisplayName: creator.name,
    challenge: newChallenge(key, addFor(session), now()),
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Passkey as stored in the database. */
interface StoredPasskey {
  publicKey: string;
  counter: number;
}

const serializePasskey = ({ publicKey, counter }: Pick<WebAuthnCredential, 'publicKey' | 'counter'>): string =>
  JSON.stringify({ publicKey: Buffer.from(publicKey).toString('base64url'), counter } satisfies StoredPasskey);

function fromKept(id: string, data: string): WebAuthnCredential {
  const { publicKey, counter } = JSON.parse(data) as StoredPasskey;
  return { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
}

/** Parses the browser's response. The library validates its parts. */
function readAnswer<Answer>(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

const isCredentialId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]+$/.test(id);

/** Verifies a new passkey. Returns its id and data, or undefined if it does not answer the session's challenge. */
export async function verifyNewPasskey(
  deps: ConsoleDeps,
  session: Session,
  text: string,
): Promise<{ id: string; data: string } | undefined> {
  const expectedValues = expectedResponse(deps);
  const response = readAnswer<RegistrationResponseJSON>(text);
  if (!expectedValues || !response) return undefined;
  const key = await readConsoleKey(deps.store.db);
  const isOurs = (challenge: string) => verifyChallenge(key, addFor(session), challenge, deps.now()) !== undefined;
  const answer = { response, expectedChallenge: isOurs, supportedAlgorithmIDs, ...expectedValues };
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse(answer).catch(() => undefined);
  const newCredential = verified?.registrationInfo?.credential;
  return newCredential && { id: newCredential.id, data: serializePasskey(newCredential) };
}

export interface VerifiedPasskey {
  id: string;
  data: string;
  challengeMadeAt: number;
}

/** Verifies a response. Returns the passkey with its new counter, or undefined if it is invalid. */
export async function verifyPasskey(deps: ConsoleDeps, text: string): Promise<VerifiedPasskey | undefined> {
  const { db } = deps.store;
  const expectedValues = expectedResponse(deps);
  const response = readAnswer<AuthenticationResponseJSON>(text);
  const storedPasskey = isCredentialId(response?.id) ? await findCredential(db, response.id) : undefined;
  if (!expectedValues || !response || storedPasskey?.kind !== 'passkey') return undefined;
  const key = await readConsoleKey(db);
  let madeAt: number | undefined;
  const isOurs = (challenge: string) => (madeAt = verifyChallenge(key, signIn, challenge, deps.now())) !== undefined;
  const credential = fromKept(storedPasskey.id, storedPasskey.data);
  const answer = { response, credential, expectedChallenge: isOurs, ...expectedValues };
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse(answer).catch(() => undefined);
  if (!verified?.verified || madeAt === undefined) return undefined;
  const counter = verified.authenticationInfo.newCounter;
  return { id: storedPasskey.id, data: serializePasskey({ ...credential, counter }), challengeMadeAt: madeAt };
}

/**
 * Records the use of a passkey. Returns false if its challenge is older than the last use, so that each challenge works
 * once even if the clocks of several sidecars differ.
 */
export async function usePasskey(tx: Tx, { id, data, challengeMadeAt: madeAt }: VerifiedPasskey, now: number) {
  const used = await tx
    .updateTable('credentials')
    .set({ data, usedAt: Math.max(now, madeAt) })
    .where('id', '=', id)
    .where((where) => where.or([where('usedAt', 'is', null), where('usedAt', '<', madeAt)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
