// What a resource costs in USDC, in the form of x402 version 2 (scheme exact).
import type { AccessFile } from '#contract/schemas/content-files.ts';

/** The contract of USDC and the name that signatures are made over (EIP-712). */
const coins = {
  'eip155:8453': { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin' },
  'eip155:84532': { asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC' },
};

/** How long a signed payment holds. */
const maxTimeoutSeconds = 300;

/** Undefined where USDC is not taken. Another resource or price makes another requirement. @spec-gap usdc */
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
