// The wire shapes of tools: descriptor, call and result.
import { type Static, Type } from 'typebox';
import { anything, closedObject, flag, list, oneOf, text, Uri, postFields } from './shape.ts';

export const Tool = closedObject(
  {
    name: text('Name of the tool.'),
    title: text('Display name.'),
    description: text('Purpose, usage, alternatives, result and limits.'),
    inputSchema: anything('JSON Schema of the arguments.'),
    outputSchema: anything('JSON Schema of the result.'),
    annotations: closedObject(
      {
        readOnlyHint: flag('Changes nothing.'),
        destructiveHint: flag('Overwrites or removes something.'),
        idempotentHint: flag('A second call with the same arguments changes nothing more.'),
        openWorldHint: flag('Reaches beyond this room.'),
      },
      { description: 'Hints about the behaviour of the tool.' },
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
    arguments: Type.Optional(
      Type.Unknown({ description: 'Arguments as in inputSchema, as an object or its JSON text.' }),
    ),
  },
  { title: 'ToolCall' },
);

export const ToolResult = closedObject(
  { ...postFields, tool: text('Same as in the request.'), result: anything('Response of the tool’s endpoint.') },
  { title: 'ToolResult' },
);

/** Result of a tool in a format other than JSON. */
export const TextAnswer = closedObject(
  { mediaType: text('Media type of the text.'), text: text('Response text.') },
  { title: 'TextAnswer' },
);
