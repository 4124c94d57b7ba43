// Renders the A2A agent card: the agent, its address, and its skills.
import { isPaywalled } from '#domain/access/access.ts';
import type { AgentCard, LegacyAgentCard } from '#contract/schemas/agents.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';

const text = 'text/plain';
const json = 'application/json';
const modes = { inputModes: [text, json], outputModes: [text, json] };

const aboutTopic = (topic: string): string => `What is there about ${topic}?`;

const reading: AgentCard['skills'][number] = {
  id: 'items',
  name: 'Read an item',
  description: 'Send data {"id"} for an item with its text.',
  tags: ['content'],
  examples: ['{"id": "ID"}'],
  ...modes,
};

const readingForMoney: AgentCard['skills'][number] = {
  ...reading,
  name: 'Read an item, and pay if it has a price',
  description:
    `${reading.description} For one with a price, the error PAYMENT_REQUIRED has resourceId, price and invoice. Data ` +
    '{"resourceId"} returns another invoice, and data {"payment_context_token"} the accessToken after payment: send it as ' +
    'metadata.authorization of the message, with the prefix L402.',
  tags: ['content', 'payment', 'l402'],
  examples: [...reading.examples, '{"resourceId": "article:ID"}', '{"payment_context_token": "TOKEN"}'],
};

const skills = ({ creator, access }: Room): AgentCard['skills'] => [
  {
    id: 'content',
    name: 'Find content',
    description:
      `Ask in plain words what ${creator.name} published: by subject, guest or date. Ask if a text in quotation marks is a quote ` +
      '(the verdict has a signed receipt), or for press material. Says so if nothing was found.',
    tags: ['content', ...creator.topics.slice(0, 5)],
    examples: ['What is the newest article?', ...creator.topics.slice(0, 2).map(aboutTopic)],
    ...modes,
  },
  isPaywalled(access) ? readingForMoney : reading,
  {
    id: 'show-prep',
    name: 'Prepare a show',
    description:
      'Send the address of the show as text, or data {"showUrl", "topic", "limit"}. Returns a reading list, angles, ' +
      'interview questions, and a booking request to fill in.',
    tags: ['interview', 'podcast', 'preparation'],
    examples: [
      'Prepare https://show.example.org for an interview.',
      '{"showUrl": "https://show.example.org", "topic": "TOPIC"}',
    ],
    ...modes,
  },
  {
    id: 'booking',
    name: 'Request a booking',
    description:
      'Send data {"showName", "showUrl", "timeframe", "message"}, or a sentence that names the show. Returns a task that ' +
      `follows the decision of ${creator.name}: send it data with accept, startsAt, proposedTimes, timeframe or message to answer, ` +
      'or cancel it with CancelTask. Keep the task id secret.',
    tags: ['interview', 'podcast', 'booking'],
    examples: [
      `I would like to book ${creator.name} for our show.`,
      '{"showName": "Name of the show", "timeframe": "June, evenings UTC", "message": "What it is about"}',
    ],
    ...modes,
  },
];

export const agentCard = (room: Room): AgentCard => ({
  name: room.creator.publication,
  description: `${room.creator.oneLiner} Finds published content, prepares shows, and accepts booking requests.`,
  version: apiVersion,
  documentationUrl: `${room.baseUrl}/docs`,
  provider: { organization: room.creator.publication, url: `${room.baseUrl}/` },
  iconUrl: `${room.baseUrl}/favicon.svg`,
  supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
    url: endpointUrl(room.baseUrl, 'a2a'),
    protocolBinding: 'JSONRPC',
    protocolVersion,
  })),
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: [text, json],
  defaultOutputModes: [text, json],
  skills: skills(room),
});

/** Renders the card for clients of A2A 0.3. */
export function legacyAgentCard(room: Room): LegacyAgentCard {
  const { supportedInterfaces: _, capabilities, ...card } = agentCard(room);
  const { streaming, pushNotifications } = capabilities;
  return {
    protocolVersion: '0.3.0',
    url: endpointUrl(room.baseUrl, 'a2a'),
    preferredTransport: 'JSONRPC',
    capabilities: { streaming, pushNotifications },
    ...card,
  };
}
