// The wire shapes of the agent tier, which gives the free slice to agents that cannot pay.
import { type Static, Type } from 'typebox';
import { limitedText } from './requests.ts';
import { closedObject, Count, oneOf, optional, postFields, text } from './shape.ts';

/** @spec-gap agent-tier-fields */
export const AgentTierRequest = Type.Object(
  {
    name: optional(limitedText('What the agent is called. At most 200 characters.', 200)),
    purpose: optional(limitedText('What it does. At most 2000 characters.', 2000)),
    whyNoPayment: optional(limitedText('Why it cannot pay. At most 2000 characters.', 2000)),
  },
  { title: 'AgentTierRequest' },
);
export type AgentTierRequest = Static<typeof AgentTierRequest>;

export const AgentTier = closedObject(
  {
    ...postFields,
    registrationId: text('Id of the registration.'),
    agentToken: text('Shown this once. Send it as `Authorization: Bearer`.'),
    tier: oneOf(['free_slice']),
    freeItems: Count('Newest items that are free.'),
    rateLimitPerMinute: Count('Requests a minute of the free slice.'),
  },
  { title: 'AgentTier' },
);
export type AgentTier = Static<typeof AgentTier>;
