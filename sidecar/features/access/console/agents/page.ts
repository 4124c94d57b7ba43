// Lists registered agents and revokes their tokens.
import { ApiError } from '#contract/errors.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import * as tiers from '../../agent-tiers.ts';
import { numberedPager, queryPage, pageSize } from '#sidecar/console/listing.ts';
import { type RunAction, type LoadPage, consoleActor } from '#sidecar/console/page.ts';
import type { Pager } from '#sidecar/console/ui/listing.ts';

/** A registration. Its texts are unverified. */
interface AgentRow {
  id: string;
  name?: string;
  purpose?: string;
  whyNoPayment?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  revokedAt?: number;
}

export interface AgentsModel {
  rows: AgentRow[];
  pager: Pager;
}

const maxLengths = { name: 200, purpose: 2000, whyNoPayment: 2000 };

function toAgentRow({ id, createdAt, revokedAt, ...texts }: tiers.AgentRegistration): AgentRow {
  const cleanText = (name: keyof typeof maxLengths) =>
    texts[name] && { [name]: strangerText(texts[name], maxLengths[name]) };
  return {
    id,
    ...cleanText('name'),
    ...cleanText('purpose'),
    ...cleanText('whyNoPayment'),
    createdAt,
    ...(revokedAt !== null && { revokedAt }),
  };
}

export const agentsPage: LoadPage<AgentsModel> = async ({ store }, request) => {
  const page = queryPage(request);
  const registrations = await tiers.listAgents(store.db, pageSize + 1, (page - 1) * pageSize);
  return {
    rows: registrations.slice(0, pageSize).map(toAgentRow),
    pager: numberedPager('/agents', {}, page, registrations.length > pageSize),
  };
};

/** Revokes a token. It cannot be restored. */
export const revokeAgent: RunAction = async ({ store, now }, _, { params }) => {
  const outcome = await tiers.revokeAgent(store.db, params.id!, consoleActor, now());
  if (outcome === 'unknown') throw new ApiError('not_found', 'This registration does not exist.');
  return { to: '/agents', notice: 'agentRevoked' };
};
