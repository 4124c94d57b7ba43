// The A2A agent card: lists only what answers. @spec-gap Until the A2A endpoint exists, the interface is plain HTTP and JSON.
import type { AgentCard } from '#contract/schemas/agents.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '../links.ts';
import type { Room } from '../room.ts';

const skills = (room: Room): AgentCard['skills'] => [
  {
    id: 'content',
    name: 'Find content',
    description: `Everything that ${room.creator.name} published, with filters by type, date and topic.`,
    tags: ['content', ...room.creator.topics.slice(0, 5)],
    examples: [`GET ${endpointUrl(room.baseUrl, 'contentIndex')}?type=article&limit=5`],
  },
  {
    id: 'show-prep',
    name: 'Prepare a show',
    description: 'A briefing pack for a show: top Dots, angles, interview questions and a booking template.',
    tags: ['interview', 'podcast', 'booking'],
    examples: [`GET ${endpointUrl(room.baseUrl, 'showPrep')}?showUrl=https://show.example.org`],
  },
  {
    id: 'booking',
    name: 'Ask for a booking',
    description: 'Keeps the request; the creator answers at its statusUrl. A guest kit holds what a host needs.',
    tags: ['interview', 'podcast', 'booking'],
    examples: [
      `POST ${endpointUrl(room.baseUrl, 'bookingRequest')} {"showName": "Name of the show", "source": "agent"}`,
      `POST ${endpointUrl(room.baseUrl, 'guestKit')} {"showName": "Name of the show"}`,
    ],
  },
  {
    id: 'press',
    name: 'Press material',
    description: 'Bios, blurbs, numbers, pictures and the speaking profile, as the creator approved them.',
    tags: ['press', 'media kit', 'speaking'],
    examples: [`GET ${endpointUrl(room.baseUrl, 'mediaKit')}`],
  },
];

export const agentCard = (room: Room): AgentCard => ({
  name: room.creator.publication,
  description: `${room.creator.oneLiner} Content, media kit, speaking profile and show preparation as JSON.`,
  version: apiVersion,
  documentationUrl: `${room.baseUrl}/docs`,
  provider: { organization: room.creator.publication, url: `${room.baseUrl}/` },
  supportedInterfaces: [],
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json', 'text/markdown'],
  skills: skills(room),
});
