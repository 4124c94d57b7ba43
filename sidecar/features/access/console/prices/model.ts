// The policy of access as the console shows it: what access.json says, and what is live.
import type { PricedOffer } from '#domain/access/access.ts';

/** What is met by who did not pay. */
export interface Preview {
  resourceId: string;
  /** The page where a person pays. */
  personPath: string;
  /** The price as the page for people shows it. */
  personPrice: string;
  /** JSON: what the 402 says, without the invoice. */
  agentSees: string;
}

export interface PricesModel {
  /** As it stands in the file; undefined where there is none, or it cannot be read. */
  written?: string;
  problems: string[];
  /** What is live, in words. */
  says: string[];
  offers: PricedOffer[];
  /** Single articles that have a price of their own. */
  articles: { id: string; title: string; amountSats: number }[];
  previews: Preview[];
  isEnabled: boolean;
  takesWork: boolean;
  freeItems: number;
}
