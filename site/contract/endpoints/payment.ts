// Payment: an invoice for a resource, and the token for what was paid.
import { endpoint } from '../endpoint.ts';
import { AccessToken, PaymentContext, PaymentRequest, VerifyRequest } from '../schemas/payment.ts';

const shared = { method: 'POST', group: 'Access', lane: 'sidecar', rate: 'l402' } as const;

export const payment = {
  l402PaymentRequest: endpoint({
    ...shared,
    path: '/api/l402/payment-request',
    creates: 'with others',
    summary: 'Ask for an invoice.',
    tool: 'request_payment',
    toolOnlyIn: 'paywall',
    toolUse:
      'Use it when a tool answers payment_required and a person agreed to pay: resourceId and the price are in that error. ' +
      'Gives a Lightning invoice and a payment_context_token: pay it, then call verify_payment.',
    description: 'Every answer of 402 holds one already. Where nothing has a price it answers 400.',
    body: PaymentRequest,
    response: PaymentContext,
    errors: ['rate_limited'],
    example: { body: { resourceId: 'articles' } },
  }),
  l402Verify: endpoint({
    ...shared,
    path: '/api/l402/verify',
    summary: 'Change a payment into an access token.',
    tool: 'verify_payment',
    toolOnlyIn: 'paywall',
    toolUse:
      'Use it after the invoice of request_payment is paid. Send the accessToken with the following requests to this server ' +
      'as the header Authorization: L402 TOKEN; where headers cannot be set, as _meta.authorization of each call, with L402 before it.',
    description:
      'Whether the invoice is paid is asked of the wallet. Otherwise 400 with details.reason: unpaid, unknown, expired, tampered, ' +
      'or already_claimed.',
    body: VerifyRequest,
    response: AccessToken,
    errors: ['rate_limited'],
    example: { body: { payment_context_token: 'SECRET' } },
  }),
};
