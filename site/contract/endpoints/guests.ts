// Guest kits for hosts, and the free slice for agents that cannot pay.
import { endpoint } from '../endpoint.ts';
import { agentTokensPerDay, maxAgentTokens } from '../limits.ts';
import { AgentTier, AgentTierRequest } from '../schemas/agent-tier.ts';
import { GuestKit, GuestKitParams, GuestKitQuery, GuestKitRequest } from '../schemas/guest-kit.ts';

export const guests = {
  guestKit: endpoint({
    http: {
      method: 'POST',
      path: '/api/guest-kit',
      servedBy: 'sidecar',
      body: GuestKitRequest,
      response: GuestKit,
      alsoTypes: ['text/markdown', 'application/pdf'],
      errors: ['rate_limited'],
      creates: true,
    },
    docs: {
      group: 'Actions',
      indexKey: 'guestKit',
      summary: 'Create a guest kit for a show.',
      description:
        'Contains the briefing pack, an introduction, the bio, pictures and titles. With format markdown the response is ' +
        'text/markdown, with pdf application/pdf.',
      example: {
        body: {
          showName: 'The Long Pier',
          showUrl: 'https://show.example.org',
          audience: 'People who live by the sea',
        },
      },
    },
    access: {
      rate: 'guestKit',
      paywall: { resource: 'guest-kit', singleUseFields: ['showName', 'showUrl', 'topic', 'audience'] },
    },
    agents: {
      tool: 'generate_guest_kit',
      usage:
        'Use it to send a host one document: introduction, bio, pictures, titles, angles, questions, items to read, ' +
        'technical notes. Each call stores a new kit and notifies subscribers; to read only, use prepare_show.',
    },
  }),
  guestKitAgain: endpoint({
    http: {
      method: 'GET',
      path: '/api/guest-kit/{guestKitId}',
      servedBy: 'sidecar',
      params: GuestKitParams,
      query: GuestKitQuery,
      response: GuestKit,
      alsoTypes: ['text/markdown', 'application/pdf'],
      errors: ['not_found', 'rate_limited'],
    },
    docs: {
      group: 'Actions',
      summary: 'Get an existing guest kit as JSON, Markdown or PDF.',
      foundIn: ['guestKit', 'url'],
      example: { params: { guestKitId: 'GUEST_KIT_ID' } },
    },
    access: { rate: 'guestKit', private: true },
  }),
  registerAgentTier: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/register-agent-tier',
      servedBy: 'sidecar',
      body: AgentTierRequest,
      response: AgentTier,
      errors: ['rate_limited'],
      creates: true,
    },
    docs: {
      group: 'Actions',
      indexKey: 'registerAgentTier',
      summary: 'Register for the free slice.',
      description:
        'The token also gives the agent a separate rate limit, independent of its address. Keep it: one network can register ' +
        `${agentTokensPerDay} times a day, and can have ${maxAgentTokens} tokens; another one ends the oldest.`,
      example: { body: { name: 'Example agent', purpose: 'Looks for guests' } },
    },
    access: { rate: 'action', countsByAddress: true },
  }),
};
