// An x402 facilitator without a chain: it checks signatures and moves imagined USDC, each signature once.
import { createPublicKey, verify } from 'node:crypto';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types';

/** Signed with Ed25519 in place of a chain's own signature. */
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
  /** Undefined where the address is another's. */
  answer: (path: string, body: string) => Promise<object | undefined>;
  /** The amount of each payment that was settled. */
  settled: () => string[];
}

export function openFacilitator(): Facilitator {
  const settled = new Map<string, { amount: string; result: SettleResponse }>();
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
      settled.set(signature, { amount: requirements.amount, result });
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
    settled: () => [...settled.values()].map(({ amount }) => amount),
  };
}
