// Discovery: the documents that a client reads first, free and without credentials.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { AgentCard } from '../schemas/agents.ts';
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

export const discovery = {
  index: endpoint({
    http: { method: 'GET', path: '/api/agent', servedBy: 'static', response: ApiIndex },
    docs: { group: 'Discovery', summary: 'API index: every endpoint, event and capability.' },
  }),
  health: endpoint({
    http: { method: 'GET', path: '/api/agent/health', servedBy: 'static', response: Health },
    docs: { group: 'Discovery', summary: 'Version and status.' },
  }),
  discoveryBundle: endpoint({
    http: { method: 'GET', path: '/api/agent/discovery-bundle', servedBy: 'static', response: DiscoveryBundle },
    docs: { group: 'Discovery', summary: 'Links and capabilities in one answer.' },
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
    docs: { group: 'Discovery', summary: 'Heading, calls to action and links of the landing page.' },
  }),
  widget: endpoint({
    http: { method: 'GET', path: '/api/agent/widget', servedBy: 'static', response: Widget },
    docs: { group: 'Discovery', indexKey: 'widget', summary: 'Snippets that make another site point here.' },
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
      summary: 'The player of an episode or a video, for other pages that quote its address (oEmbed 1.0).',
      description:
        'Pages of items name their answer in <link rel="alternate" type="application/json+oembed">, too, which works on static hosts.',
      example: { query: { url: 'https://room.example/episodes/talk-about-tides-00000004' } },
    },
  }),
  changelog: endpoint({
    http: { method: 'GET', path: '/api/agent/changelog', servedBy: 'static', response: Changelog },
    docs: { group: 'Discovery', summary: 'Changes of the API, newest first.' },
  }),
  openApi: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/openapi.json',
      servedBy: 'static',
      response: Type.Object({ openapi: Type.String() }, { title: 'OpenApiDocument' }),
    },
    docs: { group: 'Discovery', summary: 'This API as OpenAPI 3.1.' },
  }),
  openApiRead: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/openapi-read.json',
      servedBy: 'static',
      response: Type.Object({ openapi: Type.String() }, { title: 'OpenApiDocument' }),
    },
    docs: {
      group: 'Discovery',
      summary: 'What reads content, as OpenAPI 3.1 that a model can read whole.',
      description: 'Without examples, headers and webhooks, which are in openapi.json.',
    },
  }),
  agentCard: endpoint({
    http: { method: 'GET', path: '/.well-known/agent-card.json', servedBy: 'static', response: AgentCard },
    docs: { group: 'Discovery', summary: 'A2A agent card.' },
  }),
  llmsTxt: endpoint({
    http: {
      method: 'GET',
      path: '/llms.txt',
      servedBy: 'static',
      response: Type.String({ title: 'LlmsTxt' }),
      mediaType: 'text/plain',
    },
    docs: { group: 'Discovery', summary: 'The room for language models, in Markdown.' },
  }),
  agentsMd: endpoint({
    http: {
      method: 'GET',
      path: '/AGENTS.md',
      servedBy: 'static',
      response: Type.String({ title: 'AgentsMd' }),
      mediaType: 'text/markdown',
    },
    docs: { group: 'Discovery', summary: 'How an agent does the common jobs here.' },
  }),
};
