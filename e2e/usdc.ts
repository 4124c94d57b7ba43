// A payer in USDC: the official client of x402, with a signature that the test's facilitator checks.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type SchemeNetworkClient, wrapFetchWithPayment, x402Client } from '@x402/fetch';

const keys = generateKeyPairSync('ed25519');

const scheme: SchemeNetworkClient = {
  scheme: 'exact',
  createPaymentPayload: async (x402Version, { payTo, amount }) => {
    const from = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const authorization = { from, to: payTo, value: amount, nonce: randomBytes(32).toString('hex') };
    const signature = sign(null, Buffer.from(JSON.stringify(authorization)), keys.privateKey).toString('base64');
    return { x402Version, payload: { authorization, signature } };
  },
};

/** Pays what answers 402; gives also what it sent in PAYMENT-SIGNATURE. */
export async function fetchWithUsdc(address: string): Promise<{ response: Response; signature: string }> {
  let signature = '';
  const watched: typeof fetch = (request, init) => {
    signature = new Request(request, init).headers.get('payment-signature') ?? signature;
    return fetch(request, init);
  };
  const client = new x402Client().setSpendControls(false).register('eip155:8453', scheme);
  const response = await wrapFetchWithPayment(watched, client)(address);
  return { response, signature };
}
