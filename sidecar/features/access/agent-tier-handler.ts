// POST /api/agent/register-agent-tier: registers an agent and returns its token for the free slice.
import type { AgentTier } from '#contract/schemas/agent-tier.ts';
import { freeItems } from '#domain/access/access.ts';
import { registerAgent } from './agent-tiers.ts';
import { json, type Handler } from '../../http/handler.ts';
import { networkOf } from '../../http/network.ts';

/** Creates the handler. `perMinute` is the rate limit of the free slice. */
export const registerAgentTier =
  (perMinute: number): Handler<'registerAgentTier'> =>
  async ({ body }, { db, now, release, address }) => {
    const { id, token } = await registerAgent(db, body, networkOf(address), now);
    const tier: AgentTier = {
      registrationId: id,
      agentToken: token,
      tier: 'free_slice',
      freeItems: freeItems(release.facts.access),
      rateLimitPerMinute: perMinute,
    };
    return json(tier);
  };
