// Checks access tokens: macaroon, preimage and grant. Results are cached, so repeated requests need no query.
import { LRUCache } from 'lru-cache';
import { opensTexts, grantOpens } from '#domain/access/access.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import type { Pass } from '../../release/priced-texts.ts';
import { claimGrant, findGrant, type Grant, paidUntil, termsOfSale } from './grants.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import { readMacaroon, type MacaroonClaims } from './macaroon.ts';
import type { Derive } from './secret.ts';
import { settleByHash, type SettleDeps } from './settle.ts';
import { splitToken } from './token.ts';

/** Reasons why a token is refused; values of `details.reason` of the 402. */
export type TokenProblem =
  | 'malformed'
  | 'tampered'
  | 'wrong_preimage'
  | 'unknown'
  | 'unpaid'
  | 'expired'
  | 'revoked'
  | 'other_resource'
  | 'used';

type TokenCheck = { grant: Grant } | { reason: TokenProblem; invoice?: Invoice | undefined };

interface KnownToken {
  macaroon: MacaroonClaims;
  grant: Grant;
  /** Prices at the time of sale; undefined for current prices. */
  soldAt: AccessFile | undefined;
  /** Time until which the cached grant is used, in milliseconds since the epoch. */
  freshUntil: number;
}

const freshMs = 2000;
const maxKnownTokens = 10_000;

/** Verifies the signature and the preimage, which never change. */
function verifyToken(derive: Derive, token: string): MacaroonClaims | TokenProblem {
  const halves = splitToken(token);
  if (!halves) return 'malformed';
  const macaroon = readMacaroon(halves.macaroon, (tokenId) => derive('root', tokenId));
  if (macaroon === undefined) return 'malformed';
  if (macaroon === 'tampered') return 'tampered';
  return sha256(Buffer.from(halves.preimage, 'hex')) === macaroon.paymentHash ? macaroon : 'wrong_preimage';
}

/** Finds the grant of a token. If a client has built the token itself, the payment may have to be looked up first. */
async function findOrSettleGrant(
  deps: SettleDeps,
  { tokenId, paymentHash }: MacaroonClaims,
): Promise<Grant | TokenProblem> {
  const grant = await findGrant(deps.db, tokenId);
  if (grant) return grant;
  const result = await settleByHash(deps, paymentHash);
  return result === 'settled' ? ((await findGrant(deps.db, tokenId)) ?? 'unknown') : result;
}

const findTokenInvoice = ({ db }: SettleDeps, token: string): Promise<Invoice | undefined> =>
  findInvoice(db, { paymentHash: sha256(Buffer.from(splitToken(token)!.preimage, 'hex')) });

export interface TokenChecker {
  /** Returns the grant if the token gives access to the resource now, or the reason why not. */
  check: (token: string, access: AccessFile, resourceId: string) => Promise<TokenCheck>;
  /** Returns a pass for texts, or undefined if the token is invalid or not for texts. */
  pass: (token: string, access: AccessFile) => Promise<{ grant: Grant; opens: Pass['opens'] } | undefined>;
  /**
   * Returns the grant of a valid token for any resource. A narrowed token may have been passed on and identifies no
   * client.
   */
  holder: (token: string) => Promise<Grant | undefined>;
}

function findGrantProblem({ macaroon, grant }: KnownToken, now: number): TokenProblem | undefined {
  if (grant.revokedAt !== null) return 'revoked';
  return now >= macaroon.expiresAt || now >= grant.expiresAt ? 'expired' : undefined;
}

/** Returns true if a holder has added caveats that restrict the resource or shorten the time. */
const isNarrowed = ({ macaroon, grant }: KnownToken): boolean =>
  macaroon.resourceIds.some((id) => id !== grant.resourceId) ||
  macaroon.expiresAt < Math.min(grant.expiresAt, paidUntil({ createdAt: grant.mintedAt })) - 1000;

const opensWithToken = (
  { grant, macaroon, soldAt: sold }: KnownToken,
  access: AccessFile,
  resourceId: string,
): boolean => [grant.resourceId, ...macaroon.resourceIds].every((id) => grantOpens(access, id, resourceId, sold));

export function tokenChecker(deps: SettleDeps, secret: () => Promise<Derive>): TokenChecker {
  const knownTokens = new LRUCache<string, KnownToken>({ max: maxKnownTokens });

  async function readToken(token: string): Promise<KnownToken | TokenProblem> {
    const cached = knownTokens.get(token);
    if (cached && deps.now() < cached.freshUntil) return cached;
    const macaroon = cached?.macaroon ?? verifyToken(await secret(), token);
    if (typeof macaroon === 'string') return macaroon;
    const grant = await findOrSettleGrant(deps, macaroon);
    if (typeof grant === 'string') return grant;
    // After the first use, nobody else gets a token for this payment hash.
    if (grant.claimedAt === null) await claimGrant(deps.db, grant.tokenId, deps.now(), splitToken(token)!.preimage);
    const result = { macaroon, grant, soldAt: cached?.soldAt ?? termsOfSale(grant), freshUntil: deps.now() + freshMs };
    knownTokens.set(token, result);
    return result;
  }

  return {
    check: async (token, access, resourceId) => {
      const result = await readToken(token);
      if (result === 'unpaid') return { reason: result, invoice: await findTokenInvoice(deps, token) };
      if (typeof result === 'string') return { reason: result };
      const reason = findGrantProblem(result, deps.now());
      if (reason) return { reason };
      return opensWithToken(result, access, resourceId) ? { grant: result.grant } : { reason: 'other_resource' };
    },
    pass: async (token, access) => {
      const result = await readToken(token);
      if (typeof result === 'string' || findGrantProblem(result, deps.now()) || !opensTexts(result.grant.resourceId))
        return;
      return { grant: result.grant, opens: (resourceId) => opensWithToken(result, access, resourceId) };
    },
    holder: async (token) => {
      const result = knownTokens.get(token) ?? (await readTokenQuietly(readToken, token));
      return result && !isNarrowed(result) && !findGrantProblem(result, deps.now()) ? result.grant : undefined;
    },
  };
}

/** Reads a token to identify the client for rate limits. A failing wallet is ignored here. */
async function readTokenQuietly(
  readToken: (token: string) => Promise<KnownToken | TokenProblem>,
  token: string,
): Promise<KnownToken | undefined> {
  const result = await readToken(token).catch(() => undefined);
  return typeof result === 'object' ? result : undefined;
}
