// Guest kits for hosts, and the free slice for agents that cannot pay.
import { endpoint } from '../endpoint.ts';
import { agentTokensADay, agentTokensAtOnce } from '../limits.ts';
import { AgentTier, AgentTierRequest } from '../schemas/agent-tier.ts';
import { GuestKit, GuestKitParams, GuestKitQuery, GuestKitRequest } from '../schemas/guest-kit.ts';

export const guests = {
  guestKit: endpoint({
    method: 'POST',
    path: '/api/guest-kit',
    group: 'Actions',
    lane: 'sidecar',
    indexKey: 'guestKit',
    tool: 'generate_guest_kit',
    toolUse:
      'Use it once a show with the creator is being prepared: one document with introduction, bio, pictures, ' +
      'suggested titles, angles, questions, the pieces to read before, technical notes and a booking request to fill in. ' +
      'For single facts use get_profile, get_media_kit or get_booking, which make nothing. Every call makes a new kit, keeps ' +
      'it under the url in the answer, and tells subscribers; at most 10 a minute.',
    rate: 'guestKit',
    creates: true,
    paywall: { resource: 'guest-kit', once: ['showName', 'showUrl', 'topic', 'audience'] },
    summary: 'Make a guest kit for a show.',
    description:
      'The briefing pack and what a host needs besides: introduction, bio, pictures, titles. With format markdown the answer is text/markdown, with pdf application/pdf.',
    body: GuestKitRequest,
    alsoTypes: ['text/markdown', 'application/pdf'],
    response: GuestKit,
    errors: ['rate_limited'],
    example: {
      body: { showName: 'The Long Pier', showUrl: 'https://show.example.org', audience: 'People who live by the sea' },
    },
  }),
  guestKitAgain: endpoint({
    method: 'GET',
    path: '/api/guest-kit/{guestKitId}',
    group: 'Actions',
    lane: 'sidecar',
    rate: 'guestKit',
    private: true,
    foundIn: ['guestKit', 'url'],
    summary: 'A guest kit that was made before, as JSON, Markdown or PDF.',
    params: GuestKitParams,
    query: GuestKitQuery,
    alsoTypes: ['text/markdown', 'application/pdf'],
    response: GuestKit,
    errors: ['not_found', 'rate_limited'],
    example: { params: { guestKitId: 'GUEST_KIT_ID' } },
  }),
  registerAgentTier: endpoint({
    method: 'POST',
    path: '/api/agent/register-agent-tier',
    group: 'Actions',
    lane: 'sidecar',
    indexKey: 'registerAgentTier',
    rate: 'action',
    countsAddress: true,
    creates: true,
    summary: 'Register for the free slice.',
    description:
      'The token also gives the agent a rate limit of its own, whatever address it calls from. Keep it: one network may ' +
      `register ${agentTokensADay} times a day, and of more than ${agentTokensAtOnce} tokens its oldest end.`,
    body: AgentTierRequest,
    response: AgentTier,
    errors: ['rate_limited'],
    example: { body: { name: 'Example agent', purpose: 'Looks for guests' } },
  }),
};
