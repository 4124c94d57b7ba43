// Renders agent skills (https://agentskills.io): a SKILL.md for each task, and the index with their digests.
import type { AgentSkills } from '#contract/schemas/well-known.ts';
import { sha256 } from '#domain/ids.ts';
import { type AgentJob, agentJobs } from '../jobs.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { codeBlock, frontMatter, joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { type Room, shorten } from '#domain/room.ts';

function makeSkill(room: Room, { id, title, when, steps }: AgentJob) {
  const description = shorten(escapeInline(`${room.creator.publication}: ${title}. ${when}`), 1024);
  const body = joinMarkdownLines([
    ...frontMatter({ name: id, description }),
    `# ${title}`,
    '',
    escapeInline(when),
    '',
    ...steps.flatMap(({ text, curl }) => [text, '', ...codeBlock(curl)]),
    'No key is needed. Errors have the form `{"error": {"code", "message", "details"}}` and say what to do.',
    'To try a request without effect, add `?sandbox=1` if the reference lists it.',
    `The whole API: ${endpointUrl(room.baseUrl, 'openApi')}`,
  ]);
  return { name: id, description, body };
}

export const skills = (room: Room) => agentJobs(room).map((job) => makeSkill(room, job));

/** Renders the index of Agent Skills Discovery 0.2.0. */
export const skillsIndex = (room: Room): AgentSkills => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills(room).map(({ name, description, body }) => ({
    name,
    type: 'skill-md',
    description,
    url: endpointUrl(room.baseUrl, 'agentSkill', { name }),
    digest: `sha256:${sha256(body)}`,
  })),
});
