// Protocols of agents: MCP for models with tools, A2A for agents that send messages.
import { endpoint } from '../endpoint.ts';
import { mcpRevisions } from '../limits.ts';
import { JsonRpcRequest, JsonRpcResponse } from '../schemas/json-rpc.ts';
import { McpDescriptor, ToolCall, ToolResult } from '../schemas/tools.ts';

const mcp = { path: '/api/mcp', aliases: ['/mcp'], group: 'MCP' } as const;
const counted = { rate: 'mcp', bucket: 'mcp', counts: 'tools/call' } as const;
const messages = { method: 'POST', lane: 'protocol', body: JsonRpcRequest, response: JsonRpcResponse } as const;

export const protocols = {
  mcpDescriptor: endpoint({
    ...mcp,
    method: 'GET',
    lane: 'static',
    summary: 'The tools that stand for these endpoints, with their schemas.',
    description: 'Who asks for text/event-stream is answered 405: the server keeps no streams.',
    response: McpDescriptor,
  }),
  mcp: endpoint({
    ...mcp,
    ...messages,
    ...counted,
    summary: 'MCP: tools, resources and prompts for language models.',
    description:
      `Streamable HTTP without sessions, revisions ${mcpRevisions.join(', ')}, also at /mcp. Answers are JSON, and errors are ` +
      'those of JSON-RPC. Only tools/call counts against the rate. Calls from web pages are taken from this room’s own origin, from loopback, and from MCP_ORIGINS.',
    bodiless: 'Of a notification: a message without an id has no answer.',
    errors: ['forbidden', 'rate_limited'],
    example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  }),
  mcpCall: endpoint({
    method: 'POST',
    path: '/api/mcp/call',
    group: 'MCP',
    lane: 'sidecar',
    rate: 'mcp',
    bucket: 'mcp',
    summary: 'Call one tool without speaking MCP.',
    description:
      'The result is the body that the endpoint of the tool answers, with that endpoint’s own default limit. An unknown tool is answered with all names.',
    body: ToolCall,
    response: ToolResult,
    errors: ['payment_required', 'not_found', 'rate_limited'],
    example: { body: { tool: 'get_content_index', arguments: { type: 'article', limit: 2 } } },
  }),
  a2a: endpoint({
    ...messages,
    path: '/api/a2a',
    group: 'A2A',
    rate: 'action',
    summary: 'A2A 1.0: SendMessage with a question, a show to prepare, or a booking request.',
    description:
      'The skills are in the agent card. Send A2A-Version: 1.0. A sentence is answered as /ask does. A booking is made once for each messageId; ' +
      'its task follows the booking: GetTask says how it stands, CancelTask cancels it. Keep the id of a task secret.',
    errors: ['rate_limited'],
    example: {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'What is there about maps?' }] },
        },
      },
    },
  }),
};
