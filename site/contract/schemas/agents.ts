// The wire shapes for agents' protocols and the directory: A2A agent card, MCP descriptor, Nexus lists.
import { type Static, Type } from 'typebox';
import { closed, Count, Instant, list, oneOf, text, Uri } from './shape.ts';

const maybe = Type.Optional;

/** A2A 1.0 §4.4.1 AgentCard, the part that is true of this service. */
export const AgentCard = closed(
  {
    name: text('Name of the agent.'),
    description: text('What it does.'),
    version: text('API version.'),
    documentationUrl: Uri('Documentation.'),
    provider: closed({ organization: text('Publication.'), url: Uri('Media room.') }),
    iconUrl: maybe(Uri('Picture.')),
    supportedInterfaces: list(
      closed({ url: Uri('Address.'), protocolBinding: text('JSONRPC, HTTP+JSON …'), protocolVersion: text('Of A2A.') }),
    ),
    capabilities: closed({ streaming: Type.Boolean(), pushNotifications: Type.Boolean() }),
    defaultInputModes: list(text('Media type.')),
    defaultOutputModes: list(text('Media type.')),
    skills: list(
      closed({
        id: text('Stable name.'),
        name: text('As it is shown.'),
        description: text('What it does and how to ask.'),
        tags: list(text('Keyword.')),
        examples: list(text('A request.')),
      }),
    ),
  },
  { title: 'AgentCard' },
);
export type AgentCard = Static<typeof AgentCard>;

export const McpDescriptor = closed(
  {
    name: text('Server name.'),
    version: text('API version.'),
    transport: oneOf(['streamable-http']),
    endpoint: Uri('Where tools are called.'),
    tools: list(
      closed({
        name: text('Tool name.'),
        description: text('What it does.'),
        inputSchema: Type.Record(Type.String(), Type.Unknown()),
        outputSchema: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  },
  { title: 'McpDescriptor' },
);
export type McpDescriptor = Static<typeof McpDescriptor>;

const tenant = {
  tenantId: text('Id in the directory.'),
  indexUrl: Uri('API index of the creator.'),
  agentBaseUrl: Uri('Base address, maybe self-hosted.'),
  updatedAt: Instant('Newest change.'),
};

export const NexusCreators = closed(
  {
    creators: list(
      closed({
        ...tenant,
        name: text('Name of the creator.'),
        mediaRoomUrl: Uri('The room for people.'),
        topics: maybe(list(text('A topic.'))),
        oneLiner: maybe(text('One sentence.')),
        bookingRequestUrl: maybe(Uri('POST a booking request here.')),
      }),
    ),
    count: Count('Creators in this answer.'),
    total: Count('Creators that match.'),
  },
  { title: 'NexusCreators' },
);
export type NexusCreators = Static<typeof NexusCreators>;

export const NexusFeed = closed(
  { entries: list(closed(tenant), 'Newest first.'), nextCursor: maybe(text('Opaque; present when more exist.')) },
  { title: 'NexusFeed' },
);
export type NexusFeed = Static<typeof NexusFeed>;
