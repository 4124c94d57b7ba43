// The wire shapes of the agent tier: the free slice for agents that cannot pay.
import { type Static, Type } from 'typebox';
import { words } from './requests.ts';
import { closed, Count, oneOf, text, notes } from './shape.ts';

const maybe = Type.Optional;

/** @spec-gap agent-tier-fields */
export const AgentTierRequest = Type.Object(
  {
    name: maybe(words('What the agent is called. At most 200 characters.', 200)),
    purpose: maybe(words('What it does. At most 2000 characters.', 2000)),
    whyNoPayment: maybe(words('Why it cannot pay. At most 2000 characters.', 2000)),
  },
  { title: 'AgentTierRequest' },
);
export type AgentTierRequest = Static<typeof AgentTierRequest>;

export const AgentTier = closed(
  {
    ...notes,
    registrationId: text('Id of the registration.'),
    agentToken: text('Shown this once. Send it as `Authorization: Bearer`.'),
    tier: oneOf(['free_slice']),
    freeItems: Count('Newest items that are free.'),
    rateLimitPerMinute: Count('Requests a minute of the free slice.'),
  },
  { title: 'AgentTier' },
);
export type AgentTier = Static<typeof AgentTier>;
