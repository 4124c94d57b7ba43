// The wire shape of the A2A agent card.
import type { Static } from 'typebox';
import { closedObject, flag, list, oneOf, optional, text, Uri } from './shape.ts';

const mediaTypes = (description: string) => list(text('Media type.'), description);

const Skill = closedObject({
  id: text('Stable name.'),
  name: text('As it is shown.'),
  description: text('What it does and how to ask.'),
  tags: list(text('Keyword.')),
  examples: list(text('What a message may say.')),
  inputModes: mediaTypes('What its messages are made of.'),
  outputModes: mediaTypes('What its answers are made of.'),
});

/** A2A 1.0 §4.4.1 AgentCard. It declares no security scheme, because the agent needs no credentials. */
export const AgentCard = closedObject(
  {
    name: text('Name of the agent.'),
    description: text('What it does.'),
    version: text('API version.'),
    documentationUrl: Uri('Documentation.'),
    provider: closedObject({ organization: text('Publication.'), url: Uri('Media room.') }),
    iconUrl: optional(Uri('Picture.')),
    supportedInterfaces: list(
      closedObject({
        url: Uri('Where messages are sent.'),
        protocolBinding: oneOf(['JSONRPC'], 'How they are sent.'),
        protocolVersion: text('Version of A2A.'),
      }),
      'The first is preferred.',
    ),
    capabilities: closedObject({
      streaming: flag('Answers may come in parts.'),
      pushNotifications: flag('Tasks are reported to an address.'),
      extendedAgentCard: flag('There is another card for those who sign in.'),
    }),
    defaultInputModes: mediaTypes('What messages are made of, unless a skill says otherwise.'),
    defaultOutputModes: mediaTypes('What answers are made of, unless a skill says otherwise.'),
    skills: list(Skill),
  },
  { title: 'AgentCard' },
);
export type AgentCard = Static<typeof AgentCard>;
