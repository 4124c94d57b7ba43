// POST /api/l402/payment-request opens an invoice; POST /api/l402/verify changes a payment into a token.
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import type { AccessToken } from '#contract/schemas/payment.ts';
import { isPaywalled } from '#domain/access/access.ts';
import type { Payment } from './payment.ts';
import type { VerifyProblem } from './verify.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';

const requireOneOf = (first: string, second: string): never => {
  throw new ApiError('bad_request', `Give ${first} or ${second}.`, { field: first });
};

function refuseDisabled(enabled: boolean): void {
  if (!enabled) throw new ApiError('bad_request', 'Nothing here has a price.', { reason: 'disabled' });
}

/** A price for every article is a price for those that exist. */
const resourceExists = ({ pages }: Release, resourceId: string): boolean =>
  !resourceId.startsWith('article:') || pages.has(endpoints.article.http.path.replace('{id}', resourceId.slice(8)));

const contextProblems = {
  not_paywalled: 'resourceId is nothing that has a price here',
  unknown: 'payment_context_token is not known',
  tampered: 'payment_context_token was changed on its way',
  already_paid: 'This is paid. Get the token at /api/l402/verify',
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
  unknown: 'No such payment is known',
  expired: 'The invoice, or the time that was paid for, is over. Ask for a new one at /api/l402/payment-request',
  tampered: 'payment_context_token was changed on its way',
  already_claimed: 'This payment hash gave its token already. Send payment_context_token',
  revoked: 'The access was revoked',
  other_client: 'Another client asked for this invoice. Send payment_context_token',
};

export const l402Verify =
  (payment: Payment): Handler<'l402Verify'> =>
  async ({ body: { payment_context_token: contextToken, paymentHash } }, { release: { facts }, client }) => {
    refuseDisabled(isPaywalled(facts.access) || facts.access.tips !== undefined);
    if (contextToken === undefined && paymentHash === undefined) requireOneOf('payment_context_token', 'paymentHash');
    const found = await payment.verify(
      facts,
      contextToken === undefined
        ? { paymentHash: paymentHash!.toLowerCase(), client: await client() }
        : { contextToken },
    );
    if (typeof found === 'string') throw new ApiError('bad_request', `${verifyProblems[found]}.`, { reason: found });
    const { accessToken, resourceId, expiresAt } = found;
    const token: AccessToken = { accessToken, tokenType: 'L402', resourceId, expiresAt };
    return json(token);
  };
