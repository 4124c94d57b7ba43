// Prices in USDC as payment requirements of x402 version 2 (scheme exact).
import type { AccessFile } from '#contract/schemas/content-files.ts';

/** USDC contracts by network, with the names used in signatures (EIP-712). */
const coins = {
  'eip155:8453': { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin' },
  'eip155:84532': { asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC' },
};

/** Validity of a signed payment. */
const maxTimeoutSeconds = 300;

/** Returns the payment requirement for a resource and price; undefined if the room takes no USDC. @spec-gap usdc */
export function usdcRequirement({ usdc }: AccessFile, resourceId: string, amountSats: number) {
  if (!usdc) return undefined;
  const { network = 'eip155:8453', payTo, perBitcoin } = usdc;
  const { asset, name } = coins[network];
  // A satoshi is a hundred-millionth of a bitcoin, and USDC has six decimals.
  const amount = String(Math.ceil((amountSats * perBitcoin) / 100));
  return {
    scheme: 'exact',
    network,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name, version: '2', resourceId },
  };
}

export type UsdcRequirement = NonNullable<ReturnType<typeof usdcRequirement>>;
