// Discovery: the documents that a client reads first, free and without credentials.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { AgentCard, LegacyAgentCard } from '../schemas/agents.ts';
import {
  ApiIndex,
  Changelog,
  DiscoveryBundle,
  Health,
  LandingPayload,
  Negotiation,
  NegotiateRequest,
  Widget,
} from '../schemas/discovery.ts';
import { OEmbed, OEmbedQuery } from '../schemas/oembed.ts';
import { OpenApiQuery } from '../schemas/queries.ts';

const compactOpenApi = '/api/agent/openapi-compact.json';

export const discovery = {
  index: endpoint({
    http: { method: 'GET', path: '/api/agent', servedBy: 'static', response: ApiIndex },
    docs: { group: 'Discovery', summary: 'Get the API index: all endpoints, events and capabilities.' },
  }),
  health: endpoint({
    http: { method: 'GET', path: '/api/agent/health', servedBy: 'static', response: Health },
    docs: { group: 'Discovery', summary: 'Get version and status.' },
  }),
  discoveryBundle: endpoint({
    http: { method: 'GET', path: '/api/agent/discovery-bundle', servedBy: 'static', response: DiscoveryBundle },
    docs: { group: 'Discovery', summary: 'Get links and capabilities in one response.' },
  }),
  negotiate: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/negotiate',
      servedBy: 'sidecar',
      body: NegotiateRequest,
      response: Negotiation,
    },
    docs: {
      group: 'Discovery',
      summary: 'Compare capabilities and get the recommended flows.',
      example: { body: { capabilities: ['sandbox.v1', 'telepathy.v1'] } },
    },
  }),
  landingPayload: endpoint({
    http: { method: 'GET', path: '/api/landing-payload', servedBy: 'static', response: LandingPayload },
    docs: { group: 'Discovery', summary: 'Get heading, calls to action and links of the landing page.' },
  }),
  widget: endpoint({
    http: { method: 'GET', path: '/api/agent/widget', servedBy: 'static', response: Widget },
    docs: {
      group: 'Discovery',
      indexKey: 'widget',
      summary: 'Get snippets for linking to this room from another site.',
    },
  }),
  oEmbed: endpoint({
    http: {
      method: 'GET',
      path: '/oembed',
      servedBy: 'sidecar',
      query: OEmbedQuery,
      response: OEmbed,
      errors: ['not_found'],
    },
    docs: {
      group: 'Discovery',
      summary: 'Get the embedded player of an episode or video (oEmbed 1.0).',
      description:
        'Item pages also link to their response in <link rel="alternate" type="application/json+oembed">, which works on static hosts.',
      example: { query: { url: 'https://room.example/episodes/talk-about-tides-00000004' } },
    },
  }),
  changelog: endpoint({
    http: { method: 'GET', path: '/api/agent/changelog', servedBy: 'static', response: Changelog },
    docs: { group: 'Discovery', summary: 'List changes of the API, newest first.' },
  }),
  openApi: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/openapi.json',
      servedBy: 'static',
      query: OpenApiQuery,
      compact: compactOpenApi,
      response: Type.Object({ openapi: Type.String() }, { title: 'OpenApiDocument' }),
    },
    docs: { group: 'Discovery', summary: 'Get the OpenAPI 3.1 document of this API.' },
  }),
  openApiCompact: endpoint({
    http: {
      method: 'GET',
      path: compactOpenApi,
      servedBy: 'static',
      response: Type.Object({ openapi: Type.String() }, { title: 'OpenApiDocument' }),
    },
    docs: {
      group: 'Discovery',
      summary: 'Get the OpenAPI 3.1 document in fewer than 20,000 tokens.',
      description:
        'It omits response schemas, examples, headers and webhooks, which openapi.json contains. Also openapi.json?compact=1.',
    },
  }),
  agentCard: endpoint({
    http: { method: 'GET', path: '/.well-known/agent-card.json', servedBy: 'static', response: AgentCard },
    docs: { group: 'Discovery', summary: 'Get the A2A agent card.' },
  }),
  legacyAgentCard: endpoint({
    http: { method: 'GET', path: '/.well-known/agent.json', servedBy: 'static', response: LegacyAgentCard },
    docs: { group: 'Discovery', summary: 'Get the agent card of A2A 0.3.' },
  }),
  llmsTxt: endpoint({
    http: {
      method: 'GET',
      path: '/llms.txt',
      servedBy: 'static',
      response: Type.String({ title: 'LlmsTxt' }),
      mediaType: 'text/plain',
    },
    docs: { group: 'Discovery', summary: 'Get an overview of the room for language models, in Markdown.' },
  }),
  agentsMd: endpoint({
    http: {
      method: 'GET',
      path: '/AGENTS.md',
      servedBy: 'static',
      response: Type.String({ title: 'AgentsMd' }),
      mediaType: 'text/markdown',
    },
    docs: { group: 'Discovery', summary: 'Get instructions for common agent tasks.' },
  }),
};
