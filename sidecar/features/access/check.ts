// Checks an access token: its macaroon, its preimage, its grant. What was found stays in memory, so that the next request costs no query.
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

/** Why a token does not open a resource; `details.reason` of the 402. */
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
  /** The prices when it was sold; undefined for today's. */
  soldAt: AccessFile | undefined;
  /** Until then a revocation elsewhere may stay unseen. */
  freshUntil: number;
}

const freshMs = 2000;
const maxKnownTokens = 10_000;

/** The signature and the preimage: what never changes about a token. */
function verifyToken(derive: Derive, token: string): MacaroonClaims | TokenProblem {
  const deps = splitToken(token);
  if (!deps) return 'malformed';
  const macaroon = readMacaroon(deps.macaroon, (tokenId) => derive('root', tokenId));
  if (macaroon === undefined) return 'malformed';
  if (macaroon === 'tampered') return 'tampered';
  return sha256(Buffer.from(deps.preimage, 'hex')) === macaroon.paymentHash ? macaroon : 'wrong_preimage';
}

/** A client that built its token itself may come before anyone saw that the invoice is paid. */
async function findOrSettleGrant(
  deps: SettleDeps,
  { tokenId, paymentHash }: MacaroonClaims,
): Promise<Grant | TokenProblem> {
  const known = await findGrant(deps.db, tokenId);
  if (known) return known;
  const settled = await settleByHash(deps, paymentHash);
  return settled === 'settled' ? ((await findGrant(deps.db, tokenId)) ?? 'unknown') : settled;
}

const findTokenInvoice = ({ db }: SettleDeps, token: string): Promise<Invoice | undefined> =>
  findInvoice(db, { paymentHash: sha256(Buffer.from(splitToken(token)!.preimage, 'hex')) });

export interface TokenChecker {
  /** Whether the token opens the resource now. */
  check: (token: string, access: AccessFile, resourceId: string) => Promise<TokenCheck>;
  /** Undefined unless it was sold to read texts, and holds. */
  pass: (token: string, access: AccessFile) => Promise<{ grant: Grant; opens: Pass['opens'] } | undefined>;
  /** The token's grant while it holds, for whatever resource. A narrowed token may be in other hands, and names nobody. */
  holder: (token: string) => Promise<Grant | undefined>;
}

function findGrantProblem({ macaroon, grant }: KnownToken, now: number): TokenProblem | undefined {
  if (grant.revokedAt !== null) return 'revoked';
  return now >= macaroon.expiresAt || now >= grant.expiresAt ? 'expired' : undefined;
}

/** Returns true if a holder has added caveats that grant less, or for a shorter time, than what was sold. */
const isNarrowed = ({ macaroon, grant }: KnownToken): boolean =>
  macaroon.resourceIds.some((one) => one !== grant.resourceId) ||
  macaroon.expiresAt < Math.min(grant.expiresAt, paidUntil({ createdAt: grant.mintedAt })) - 1000;

const opensWithToken = (
  { grant, macaroon, soldAt: sold }: KnownToken,
  access: AccessFile,
  resourceId: string,
): boolean => [grant.resourceId, ...macaroon.resourceIds].every((one) => grantOpens(access, one, resourceId, sold));

export function tokenChecker(deps: SettleDeps, secret: () => Promise<Derive>): TokenChecker {
  const seen = new LRUCache<string, KnownToken>({ max: maxKnownTokens });

  async function look(token: string): Promise<KnownToken | TokenProblem> {
    const known = seen.get(token);
    if (known && deps.now() < known.freshUntil) return known;
    const macaroon = known?.macaroon ?? verifyToken(await secret(), token);
    if (typeof macaroon === 'string') return macaroon;
    const grant = await findOrSettleGrant(deps, macaroon);
    if (typeof grant === 'string') return grant;
    // From its first use on, its payment hash gives no other client a token.
    if (grant.claimedAt === null) await claimGrant(deps.db, grant.tokenId, deps.now(), splitToken(token)!.preimage);
    const found = { macaroon, grant, soldAt: known?.soldAt ?? termsOfSale(grant), freshUntil: deps.now() + freshMs };
    seen.set(token, found);
    return found;
  }

  return {
    check: async (token, access, resourceId) => {
      const found = await look(token);
      if (found === 'unpaid') return { reason: found, invoice: await findTokenInvoice(deps, token) };
      if (typeof found === 'string') return { reason: found };
      const refused = findGrantProblem(found, deps.now());
      if (refused) return { reason: refused };
      return opensWithToken(found, access, resourceId) ? { grant: found.grant } : { reason: 'other_resource' };
    },
    pass: async (token, access) => {
      const found = await look(token);
      if (typeof found === 'string' || findGrantProblem(found, deps.now()) || !opensTexts(found.grant.resourceId))
        return;
      return { grant: found.grant, opens: (resourceId) => opensWithToken(found, access, resourceId) };
    },
    holder: async (token) => {
      const found = seen.get(token) ?? (await readTokenQuietly(look, token));
      return found && !isNarrowed(found) && !findGrantProblem(found, deps.now()) ? found.grant : undefined;
    },
  };
}

/** The client must be known before rates are counted; that the wallet is down is reported only where the token is needed. */
async function readTokenQuietly(
  look: (token: string) => Promise<KnownToken | TokenProblem>,
  token: string,
): Promise<KnownToken | undefined> {
  const found = await look(token).catch(() => undefined);
  return typeof found === 'object' ? found : undefined;
}
