// The wire shapes of the agent tier, which gives the free slice to agents that cannot pay.
import { type Static, Type } from 'typebox';
import { limitedText } from './requests.ts';
import { closedObject, Count, oneOf, optional, postFields, text } from './shape.ts';

/** @spec-gap agent-tier-fields */
export const AgentTierRequest = Type.Object(
  {
    name: optional(limitedText('Name of the agent. At most 200 characters.', 200)),
    purpose: optional(limitedText('Purpose of the agent. At most 2000 characters.', 2000)),
    whyNoPayment: optional(limitedText('Reason why it cannot pay. At most 2000 characters.', 2000)),
  },
  { title: 'AgentTierRequest' },
);
export type AgentTierRequest = Static<typeof AgentTierRequest>;

export const AgentTier = closedObject(
  {
    ...postFields,
    registrationId: text('Id of the registration.'),
    agentToken: text('Only shown once. Send it as `Authorization: Bearer`.'),
    tier: oneOf(['free_slice']),
    freeItems: Count('Number of newest items that are free.'),
    rateLimitPerMinute: Count('Requests a minute of the free slice.'),
  },
  { title: 'AgentTier' },
);
export type AgentTier = Static<typeof AgentTier>;
