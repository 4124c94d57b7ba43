// Payment: an invoice for a resource, and the token for a paid one.
import { endpoint } from '../endpoint.ts';
import { AccessToken, PaymentContext, PaymentRequest, VerifyRequest } from '../schemas/payment.ts';

export const payment = {
  l402PaymentRequest: endpoint({
    http: {
      method: 'POST',
      path: '/api/l402/payment-request',
      servedBy: 'sidecar',
      body: PaymentRequest,
      response: PaymentContext,
      errors: ['rate_limited'],
      creates: 'across transactions',
    },
    docs: {
      group: 'Access',
      summary: 'Ask for an invoice.',
      description: 'Every answer of 402 holds one already. Where nothing has a price it answers 400.',
      example: { body: { resourceId: 'articles' } },
    },
    access: { rate: 'l402' },
    agents: {
      tool: 'request_payment',
      usage:
        'Use it when a tool answers payment_required and a person agreed to pay: resourceId and the price are in that error. ' +
        'Gives a Lightning invoice and a payment_context_token: pay it, then call verify_payment.',
      onlyIn: 'paywall',
    },
  }),
  l402Verify: endpoint({
    http: {
      method: 'POST',
      path: '/api/l402/verify',
      servedBy: 'sidecar',
      body: VerifyRequest,
      response: AccessToken,
      errors: ['rate_limited'],
    },
    docs: {
      group: 'Access',
      summary: 'Change a payment into an access token.',
      description:
        'Whether the invoice is paid is asked of the wallet. Otherwise 400 with details.reason: unpaid, unknown, expired, tampered, ' +
        'or already_claimed.',
      example: { body: { payment_context_token: 'SECRET' } },
    },
    access: { rate: 'l402' },
    agents: {
      tool: 'verify_payment',
      usage:
        'Use it after the invoice of request_payment is paid. Send the accessToken with the following requests to this server ' +
        'as the header Authorization: L402 TOKEN; where headers cannot be set, as _meta.authorization of each call, with L402 before it.',
      onlyIn: 'paywall',
    },
  }),
};
