// POST /api/l402/payment-request opens an invoice; POST /api/l402/verify exchanges a payment for a token.
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import type { AccessToken } from '#contract/schemas/payment.ts';
import { isPaywalled } from '#domain/access/access.ts';
import type { Payment } from './payment.ts';
import type { VerifyProblem } from './verify.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';

const requireOneOf = (first: string, second: string): never => {
  throw new ApiError('bad_request', `Send ${first} or ${second}.`, { field: first });
};

function refuseDisabled(enabled: boolean): void {
  if (!enabled) throw new ApiError('bad_request', 'Everything in this room is free.', { reason: 'disabled' });
}

/** Returns true unless the resource is an article that does not exist. */
const resourceExists = ({ pages }: Release, resourceId: string): boolean =>
  !resourceId.startsWith('article:') || pages.has(endpoints.article.http.path.replace('{id}', resourceId.slice(8)));

const contextProblems = {
  not_paywalled: 'resourceId is not a resource with a price',
  unknown: 'payment_context_token is unknown',
  tampered: 'payment_context_token was modified',
  already_paid: 'The invoice is already paid. Get the token at /api/l402/verify',
};

export const l402PaymentRequest =
  (payment: Payment): Handler<'l402PaymentRequest'> =>
  async ({ body: { resourceId, payment_context_token: contextToken, maxMinutes: minutes } }, { release, client }) => {
    const { facts } = release;
    refuseDisabled(isPaywalled(facts.access));
    if (contextToken === undefined && resourceId === undefined) requireOneOf('resourceId', 'payment_context_token');
    const context = await (contextToken !== undefined
      ? payment.renew(facts, contextToken, await client())
      : resourceExists(release, resourceId!)
        ? payment.request(facts, { resourceId: resourceId!, minutes, client: await client() })
        : 'not_paywalled');
    if (typeof context === 'object') return json(context);
    const field = context === 'not_paywalled' ? 'resourceId' : 'payment_context_token';
    throw new ApiError('bad_request', `${contextProblems[context]}.`, { field, reason: context });
  };

const verifyProblems: Record<VerifyProblem, string> = {
  unpaid: 'The invoice is not paid yet',
  unknown: 'The payment is unknown',
  expired: 'The invoice or the access has expired. Request a new invoice at /api/l402/payment-request',
  tampered: 'payment_context_token was modified',
  already_claimed: 'The token for this payment hash was already issued. Send payment_context_token',
  revoked: 'The access was revoked',
  other_client: 'This invoice belongs to another client. Send payment_context_token',
};

export const l402Verify =
  (payment: Payment): Handler<'l402Verify'> =>
  async ({ body: { payment_context_token: contextToken, paymentHash } }, { release: { facts }, client }) => {
    refuseDisabled(isPaywalled(facts.access) || facts.access.tips !== undefined);
    if (contextToken === undefined && paymentHash === undefined) requireOneOf('payment_context_token', 'paymentHash');
    const result = await payment.verify(
      facts,
      contextToken === undefined
        ? { paymentHash: paymentHash!.toLowerCase(), client: await client() }
        : { contextToken },
    );
    if (typeof result === 'string') throw new ApiError('bad_request', `${verifyProblems[result]}.`, { reason: result });
    const { accessToken, resourceId, expiresAt } = result;
    const token: AccessToken = { accessToken, tokenType: 'L402', resourceId, expiresAt };
    return json(token);
  };
