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
      summary: 'Request an invoice.',
      description: 'Every 402 response already contains an invoice. Returns 400 if nothing has a price.',
      example: { body: { resourceId: 'articles' } },
    },
    access: { rate: 'l402' },
    agents: {
      tool: 'request_payment',
      usage:
        'Use it if a tool returned payment_required and a person agreed to pay; the error has resourceId and price. ' +
        'Returns a Lightning invoice: pay it, then call verify_payment.',
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
      summary: 'Exchange a payment for an access token.',
      description:
        'Checks the payment with the wallet. Otherwise returns 400 with details.reason: unpaid, unknown, expired, tampered ' +
        'or already_claimed.',
      example: { body: { payment_context_token: 'SECRET' } },
    },
    access: { rate: 'l402' },
    agents: {
      tool: 'verify_payment',
      usage:
        'Use it after the invoice of request_payment is paid. Send the accessToken with further requests as the header ' +
        'Authorization: L402 TOKEN, or as _meta.authorization of each call.',
      onlyIn: 'paywall',
    },
  }),
};
