// Documents that agents and crawlers look for at addresses that they know.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { closed, text } from '../schemas/shape.ts';
import { AgentSkills, AiCatalog, ApiCatalog, ArdManifest } from '../schemas/well-known.ts';

const get = { method: 'GET', group: 'Discovery', lane: 'static' } as const;

export const wellKnown = {
  apiCatalog: endpoint({
    ...get,
    path: '/.well-known/api-catalog',
    summary: 'The APIs of this host and what describes them (RFC 9727).',
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    response: ApiCatalog,
  }),
  aiCatalog: endpoint({
    ...get,
    path: '/.well-known/ai-catalog.json',
    summary: 'What agents can use here: API, skills, and the servers that answer.',
    mediaType: 'application/ai-catalog+json',
    response: AiCatalog,
  }),
  ard: endpoint({
    ...get,
    path: '/.well-known/ard.json',
    summary: 'The same for registries, with what people may ask (Agentic Resource Discovery).',
    response: ArdManifest,
  }),
  agentSkills: endpoint({
    ...get,
    path: '/.well-known/agent-skills/index.json',
    summary: 'Agent skills of this room, with their digests.',
    response: AgentSkills,
  }),
  agentSkill: endpoint({
    ...get,
    path: '/.well-known/agent-skills/{name}/SKILL.md',
    summary: 'One skill: when to use it, and the requests.',
    params: closed({ name: text('Name of the skill.', { maxLength: 64 }) }),
    mediaType: 'text/markdown',
    response: Type.String({ title: 'AgentSkill' }),
    errors: ['not_found'],
    example: { params: { name: 'find-content' } },
  }),
  llmsFullTxt: endpoint({
    ...get,
    path: '/llms-full.txt',
    summary: 'The newest free texts, whole, for language models.',
    mediaType: 'text/plain',
    response: Type.String({ title: 'LlmsFullTxt' }),
  }),
  authMd: endpoint({
    ...get,
    path: '/auth.md',
    summary: 'Which credentials there are, and which are not needed.',
    mediaType: 'text/markdown',
    response: Type.String({ title: 'AuthMd' }),
  }),
};
