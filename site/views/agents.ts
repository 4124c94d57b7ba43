// Prepares the page for people who send an assistant here: a prompt, the MCP server, and the addresses for agents.
import type { EndpointName } from '#contract/endpoints.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { allTools } from '#domain/protocols/tools.ts';
import { formatNumber } from './dates.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

const listedEndpoints = {
  llmsTxt: 'llmsTxt',
  agentsMd: 'agentsMd',
  index: 'index',
  openApi: 'openApi',
  mcp: 'mcpDescriptor',
  skills: 'agentSkills',
  card: 'agentCard',
} as const satisfies Record<string, EndpointName>;

export function agentsView(room: Room) {
  const t = translatorOfRoom(room);
  const { name, publication } = room.creator;
  const url = (endpoint: EndpointName) => endpointUrl(room.baseUrl, endpoint);
  const head: PageHead = {
    path: '/agents',
    title: t('agents.title'),
    description: t('agents.description', { publication }),
    json: endpointUrl('', 'index'),
  };
  const names = Object.keys(listedEndpoints) as (keyof typeof listedEndpoints)[];
  return {
    t,
    head,
    prompt: t('agents.prompt', { url: url('agentsMd'), name }),
    mcpUrl: url('mcpDescriptor'),
    toolCount: formatNumber(room, allTools.length),
    tools: allTools.map((tool) => tool.name),
    places: names.map((place) => ({ url: url(listedEndpoints[place]), text: t(`agents.place.${place}`) })),
  };
}
