// Documents at well-known addresses for agents and crawlers.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { closedObject, text } from '../schemas/shape.ts';
import { AgentSkills, AiCatalog, ApiCatalog, ArdManifest } from '../schemas/well-known.ts';

export const wellKnown = {
  apiCatalog: endpoint({
    http: {
      method: 'GET',
      path: '/.well-known/api-catalog',
      servedBy: 'static',
      response: ApiCatalog,
      mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    },
    docs: { group: 'Discovery', summary: 'List the APIs of this host and their descriptions (RFC 9727).' },
  }),
  aiCatalog: endpoint({
    http: {
      method: 'GET',
      path: '/.well-known/ai-catalog.json',
      servedBy: 'static',
      response: AiCatalog,
      mediaType: 'application/ai-catalog+json',
    },
    docs: { group: 'Discovery', summary: 'List resources for agents: API, skills and servers.' },
  }),
  ard: endpoint({
    http: { method: 'GET', path: '/.well-known/ard.json', servedBy: 'static', response: ArdManifest },
    docs: {
      group: 'Discovery',
      summary: 'List resources for agent registries, with typical questions (Agentic Resource Discovery).',
    },
  }),
  agentSkills: endpoint({
    http: { method: 'GET', path: '/.well-known/agent-skills/index.json', servedBy: 'static', response: AgentSkills },
    docs: { group: 'Discovery', summary: 'List the agent skills of this room with digests.' },
  }),
  agentSkill: endpoint({
    http: {
      method: 'GET',
      path: '/.well-known/agent-skills/{name}/SKILL.md',
      servedBy: 'static',
      params: closedObject({ name: text('Name of the skill.', { maxLength: 64 }) }),
      response: Type.String({ title: 'AgentSkill' }),
      mediaType: 'text/markdown',
      errors: ['not_found'],
    },
    docs: {
      group: 'Discovery',
      summary: 'Get a skill: when to use it, and its requests.',
      example: { params: { name: 'find-content' } },
    },
  }),
  llmsFullTxt: endpoint({
    http: {
      method: 'GET',
      path: '/llms-full.txt',
      servedBy: 'static',
      response: Type.String({ title: 'LlmsFullTxt' }),
      mediaType: 'text/plain',
    },
    docs: { group: 'Discovery', summary: 'Get the newest free texts for language models.' },
  }),
  authMd: endpoint({
    http: {
      method: 'GET',
      path: '/auth.md',
      servedBy: 'static',
      response: Type.String({ title: 'AuthMd' }),
      mediaType: 'text/markdown',
    },
    docs: { group: 'Discovery', summary: 'Get a description of the credentials.' },
  }),
};
