// What the discovery documents say about payment: prices, tiers, and where each begins.
import type { L402Info } from '#contract/schemas/payment.ts';
import { freeItems, isPaywalled, offersWork, pricedResources } from '#domain/access/access.ts';
import { endpointUrl } from '#domain/links.ts';
import type { PublicFacts } from '#domain/room.ts';

/** Undefined where nothing has a price. */
export function l402Info({ access, baseUrl }: PublicFacts): L402Info | undefined {
  if (!isPaywalled(access)) return undefined;
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  const work = { id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') };
  return {
    scheme: 'L402',
    offers: pricedResources(access),
    tiers: [
      { id: 'pay', paymentRequestUrl: url('l402PaymentRequest'), verifyUrl: url('l402Verify') },
      ...(offersWork(access) ? [work] : []),
      { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
    ],
    termsUrl: url('authMd'),
  };
}
