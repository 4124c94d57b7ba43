// The wire shapes of tools: descriptor, call and result.
import { type Static, Type } from 'typebox';
import { anything, closedObject, flag, list, oneOf, text, Uri, postFields } from './shape.ts';

export const Tool = closedObject(
  {
    name: text('Name to call it by.'),
    title: text('Name as it is shown.'),
    description: text('Purpose, when to use it and when another, what comes back, limits.'),
    inputSchema: anything('JSON Schema of the arguments.'),
    outputSchema: anything('JSON Schema of the result.'),
    annotations: closedObject(
      {
        readOnlyHint: flag('Changes nothing.'),
        destructiveHint: flag('Overwrites or removes something.'),
        idempotentHint: flag('A second call with the same arguments changes nothing more.'),
        openWorldHint: flag('Reaches beyond this room.'),
      },
      { description: 'What a client may rely on before it calls.' },
    ),
  },
  { title: 'Tool' },
);
export type Tool = Static<typeof Tool>;

export const McpDescriptor = closedObject(
  {
    name: text('Server name.'),
    version: text('API version.'),
    transport: oneOf(['streamable-http']),
    endpoint: Uri('POST MCP messages here.'),
    protocolVersions: list(text('A revision of MCP.'), 'Revisions that are served, newest first.'),
    tools: list(Tool),
  },
  { title: 'McpDescriptor' },
);
export type McpDescriptor = Static<typeof McpDescriptor>;

export const ToolCall = Type.Object(
  {
    tool: text('Name of the tool.', { maxLength: 100 }),
    arguments: Type.Optional(anything('As the inputSchema of the tool says.')),
  },
  { title: 'ToolCall' },
);

export const ToolResult = closedObject(
  { ...postFields, tool: text('As sent.'), result: anything('What the endpoint of the tool answers.') },
  { title: 'ToolResult' },
);

/** Result of a tool in a format other than JSON. */
export const TextAnswer = closedObject(
  { mediaType: text('Media type of the text.'), text: text('The answer.') },
  { title: 'TextAnswer' },
);
