// x402 facilitator without a blockchain: verifies signatures and records payments, each signature once.
import { createPublicKey, verify } from 'node:crypto';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types';

/** Payment that is signed with Ed25519 instead of the signature scheme of a blockchain. */
interface SignedPayment {
  authorization: { from: string; to: string; value: string; nonce: string };
  signature: string;
}

const network = 'eip155:8453';

function findPaymentProblem(payload: PaymentPayload, { payTo, amount }: PaymentRequirements): string | undefined {
  const { authorization, signature } = payload.payload as unknown as Partial<SignedPayment>;
  if (!authorization || !signature) return 'invalid_payload';
  const key = createPublicKey({ key: Buffer.from(authorization.from, 'base64'), format: 'der', type: 'spki' });
  const text = Buffer.from(JSON.stringify(authorization));
  if (!verify(null, text, key, Buffer.from(signature, 'base64'))) return 'invalid_signature';
  return authorization.to === payTo && authorization.value === amount ? undefined : 'invalid_amount';
}

export interface Facilitator {
  /** Handles a request; returns undefined for other paths. */
  answer: (path: string, body: string) => Promise<object | undefined>;
  /** Returns the amounts of all settled payments. */
  settled: () => string[];
}

export function openFacilitator(): Facilitator {
  const payments = new Map<string, { amount: string; result: SettleResponse }>();
  const facilitator = new x402Facilitator().register(network, {
    scheme: 'exact',
    caipFamily: 'eip155:*',
    getExtra: () => undefined,
    getSigners: () => [],
    verify: async (payload, requirements) => {
      const invalidReason = findPaymentProblem(payload, requirements);
      return invalidReason ? { isValid: false, invalidReason } : { isValid: true };
    },
    settle: async (payload, requirements) => {
      const { signature } = payload.payload as unknown as SignedPayment;
      const transaction = `0x${Buffer.from(signature, 'base64').toString('hex').slice(0, 64)}`;
      const result = { success: true, transaction, network, payer: '' } as const;
      payments.set(signature, { amount: requirements.amount, result });
      return result;
    },
  });
  return {
    answer: async (path, body) => {
      if (path !== '/verify' && path !== '/settle') return undefined;
      const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
        paymentPayload: PaymentPayload;
        paymentRequirements: PaymentRequirements;
      };
      return facilitator[path === '/verify' ? 'verify' : 'settle'](paymentPayload, paymentRequirements);
    },
    settled: () => [...payments.values()].map(({ amount }) => amount),
  };
}
