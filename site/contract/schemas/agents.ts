// The wire shape of the A2A agent card.
import type { Static } from 'typebox';
import { closedObject, flag, list, oneOf, optional, text, Uri } from './shape.ts';

const mediaTypes = (description: string) => list(text('Media type.'), description);

const Skill = closedObject({
  id: text('Stable name.'),
  name: text('Display name.'),
  description: text('Purpose and usage.'),
  tags: list(text('Keyword.')),
  examples: list(text('Example of a message.')),
  inputModes: mediaTypes('Media types of its messages.'),
  outputModes: mediaTypes('Media types of its responses.'),
});

/** A2A 1.0 §4.4.1 AgentCard. It declares no security scheme, because the agent needs no credentials. */
export const AgentCard = closedObject(
  {
    name: text('Name of the agent.'),
    description: text('Purpose of the agent.'),
    version: text('API version.'),
    documentationUrl: Uri('Documentation.'),
    provider: closedObject({ organization: text('Publication.'), url: Uri('Media room.') }),
    iconUrl: optional(Uri('Picture.')),
    supportedInterfaces: list(
      closedObject({
        url: Uri('Address for messages.'),
        protocolBinding: oneOf(['JSONRPC'], 'Transport.'),
        protocolVersion: text('Version of A2A.'),
      }),
      'The first is preferred.',
    ),
    capabilities: closedObject({
      streaming: flag('Supports streaming.'),
      pushNotifications: flag('Supports push notifications.'),
      extendedAgentCard: flag('Has an extended card for authenticated clients.'),
    }),
    defaultInputModes: mediaTypes('Default media types of messages.'),
    defaultOutputModes: mediaTypes('Default media types of responses.'),
    skills: list(Skill),
  },
  { title: 'AgentCard' },
);
export type AgentCard = Static<typeof AgentCard>;

const { supportedInterfaces: _, capabilities, ...sharedFields } = AgentCard.properties;
const { extendedAgentCard: __, ...sharedCapabilities } = capabilities.properties;

/** A2A 0.3 §5.5 AgentCard. */
export const LegacyAgentCard = closedObject(
  {
    protocolVersion: text('Version of A2A.'),
    url: Uri('Address for messages.'),
    preferredTransport: oneOf(['JSONRPC'], 'Transport.'),
    capabilities: closedObject(sharedCapabilities),
    ...sharedFields,
  },
  { title: 'LegacyAgentCard' },
);
export type LegacyAgentCard = Static<typeof LegacyAgentCard>;
