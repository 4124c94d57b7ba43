// What a request may see of content with a price: the interface of the paywall, which lies in access.
import type { Endpoint } from '#contract/endpoint.ts';
import type { Release } from '../release/release.ts';
import type { Pass } from '../release/priced-texts.ts';
import type { EndpointInput, TokenUse } from './handler.ts';

/** Whose request it is. */
export interface PaywallClient {
  client: () => Promise<string>;
  /** Network address. */
  address: string;
  /** The Authorization header. */
  authorization: string | undefined;
  /** Asks for headers alone (HEAD): no invoice is opened. */
  isHead?: boolean;
  /** The Accept-Payment header of MPP. */
  acceptPayment?: string | undefined;
}

export interface Admission {
  /** The newest items that it may see; undefined: all. */
  newest: number | undefined;
  /** What is answered was paid for, or is one client's share: no cache keeps it. */
  own: boolean;
  /** Others get another answer at the same address. */
  varies: boolean;
  headers?: Record<string, string>;
  uses?: TokenUse;
  pass?: Pass;
  /** What was paid for, where minutes have a price. */
  maxMinutes?: number | undefined;
}

/** Throws the 402, or another error that refuses the request. */
export type CheckPaywall = (
  record: Endpoint,
  asked: EndpointInput,
  holder: PaywallClient,
  release: Release,
) => Promise<Admission>;

export const fullAdmission: Admission = { newest: undefined, own: false, varies: false };
