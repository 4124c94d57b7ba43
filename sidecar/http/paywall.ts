// The interface of the paywall, which is implemented in access.
import type { Endpoint } from '#contract/endpoint.ts';
import type { Release } from '../release/release.ts';
import type { Pass } from '../release/priced-texts.ts';
import type { EndpointInput, TokenUse } from './handler.ts';

/** The client of a request. */
export interface PaywallClient {
  client: () => Promise<string>;
  /** Network address. */
  address: string;
  /** The Authorization header. */
  authorization: string | undefined;
  /** True for HEAD: no invoice is created. */
  isHead?: boolean;
  /** The Accept-Payment header of MPP. */
  acceptPayment?: string | undefined;
}

export interface Admission {
  /** Number of newest items that the client may see; undefined if it may see all. */
  newest: number | undefined;
  /** True if the answer was paid for or belongs to one client, so that no cache may store it. */
  isPersonal: boolean;
  /** True if other clients get a different answer at the same address. */
  varies: boolean;
  headers?: Record<string, string>;
  tokenUse?: TokenUse;
  pass?: Pass;
  /** Number of minutes that were paid for. */
  maxMinutes?: number | undefined;
}

/** Throws the 402, or another error that refuses the request. */
export type CheckPaywall = (
  record: Endpoint,
  input: EndpointInput,
  holder: PaywallClient,
  release: Release,
) => Promise<Admission>;

export const fullAdmission: Admission = { newest: undefined, isPersonal: false, varies: false };
