// llms.txt and AGENTS.md: the room in Markdown, for language models and agents.
import { endpointUrl, pagePath } from '../links.ts';
import { inLine } from '../markdown.ts';
import { type Room, type RoomItem, visibleOn } from '../room.ts';

const newestPerType = 5;

function itemLines(room: Room, title: string, types: RoomItem['type'][]): string[] {
  const items = room.items.filter((item) => types.includes(item.type) && visibleOn('api')(item));
  if (items.length === 0) return [];
  const line = (item: RoomItem) =>
    `- [${inLine(item.title)}](${room.baseUrl}${pagePath(item)}): ${inLine(item.summary ?? item.date.slice(0, 10))}`;
  return [`## ${title}`, '', ...items.slice(0, newestPerType).map(line), ''];
}

/** The form of https://llmstxt.org: a heading, a quote, sections of links. */
export function llmsTxt(room: Room): string {
  const { creator, baseUrl } = room;
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return [
    `# ${inLine(creator.publication)}`,
    '',
    `> ${inLine(creator.oneLiner)}`,
    '',
    inLine(creator.description),
    '',
    '## For agents',
    '',
    `- [API index](${url('index')}): every endpoint, event and capability`,
    `- [Content index](${url('contentIndex')}): everything published; filter by type, topic and date`,
    `- [Show preparation](${url('showPrep')}?showUrl=https://show.example.org): briefing pack for a show`,
    `- [Media kit](${url('mediaKit')}): bios, blurbs, numbers, pictures`,
    `- [Speaking](${url('speaking')}): talks, past and offered`,
    `- [Booking](${url('booking')}): questions and topics for an interview`,
    `- [OpenAPI](${url('openApi')}): the whole API, machine-readable`,
    `- [AGENTS.md](${url('agentsMd')}): how to do the common jobs`,
    '',
    ...itemLines(room, 'Newest articles', ['article']),
    ...itemLines(room, 'Newest episodes', ['episode']),
    ...itemLines(room, 'Newest streams and videos', ['stream', 'video']),
  ].join('\n');
}

export function agentsMd(room: Room): string {
  const { creator, baseUrl } = room;
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return `# ${inLine(creator.publication)} for agents

${inLine(creator.oneLiner)} No credentials are needed to read. Try anything first with \`?sandbox=1\` where it is offered.

| Job | Request |
|---|---|
| See what exists | \`GET ${url('index')}\` |
| Newest content about a topic | \`GET ${url('contentIndex')}?topic=TOPIC&limit=5\` |
| Only what is new | \`GET ${url('contentIndex')}?digest=7d\`, with \`If-None-Match\` on repeats |
| Read an article | \`GET ${baseUrl}/api/article/ID/markdown\` |
| Prepare a show | \`GET ${url('showPrep')}?showUrl=SHOW\` |
| Guest kit for a show | \`POST ${url('guestKit')}\` with \`{"showName": "…"}\` |
| Ask for a booking | \`POST ${url('bookingRequest')}\` with \`{"showName": "…", "source": "agent"}\`; the answer appears at \`statusUrl\` |
| Press material | \`GET ${url('mediaKit')}\` |
| Agree on capabilities | \`POST ${url('negotiate')}\` |

Errors are \`{"error": {"code", "message", "details"}}\`. Lists are \`{"items", "count", "total"}\`, newest first.
Send \`X-Service-Source: agent\` to be counted as an agent. Documents carry an \`ETag\`: send it back and get 304.
The schemas of all answers are in ${url('openApi')}.
`;
}
