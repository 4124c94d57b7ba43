// Registrations for the free slice as the console shows them.
import type { Pager } from '#sidecar/console/ui/listing.ts';

/** What agents say of themselves is anyone's word. */
export interface AgentRow {
  id: string;
  name?: string;
  purpose?: string;
  whyNoPayment?: string;
  /** Milliseconds, as the other instants. */
  createdAt: number;
  revokedAt?: number;
}

export interface AgentsModel {
  rows: AgentRow[];
  pager: Pager;
}
