// Agent protocols: MCP for tools, A2A for messages.
import { endpoint } from '../endpoint.ts';
import { mcpRevisions } from '../limits.ts';
import { JsonRpcRequest, JsonRpcResponse } from '../schemas/json-rpc.ts';
import { McpDescriptor, ToolCall, ToolResult } from '../schemas/tools.ts';

const messages = { servedBy: 'protocol', body: JsonRpcRequest, response: JsonRpcResponse } as const;

export const protocols = {
  mcpDescriptor: endpoint({
    http: { method: 'GET', path: '/api/mcp', aliases: ['/mcp'], servedBy: 'static', response: McpDescriptor },
    docs: {
      group: 'MCP',
      summary: 'The tools that stand for these endpoints, with their schemas.',
      description: 'Who asks for text/event-stream is answered 405: the server keeps no streams.',
    },
  }),
  mcp: endpoint({
    http: {
      method: 'POST',
      path: '/api/mcp',
      aliases: ['/mcp'],
      ...messages,
      acceptedWithoutBody: 'Of a notification: a message without an id has no answer.',
      errors: ['forbidden', 'rate_limited'],
    },
    docs: {
      group: 'MCP',
      summary: 'MCP: tools, resources and prompts for language models.',
      description:
        `Streamable HTTP without sessions, revisions ${mcpRevisions.join(', ')}, also at /mcp. Answers are JSON, and errors are ` +
        'those of JSON-RPC. Only tools/call counts against the rate. Calls from web pages are taken from this room’s own origin, from loopback, and from MCP_ORIGINS.',
      example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    },
    access: { rate: 'mcp', bucket: 'mcp', countedMethod: 'tools/call' },
  }),
  mcpCall: endpoint({
    http: {
      method: 'POST',
      path: '/api/mcp/call',
      servedBy: 'sidecar',
      body: ToolCall,
      response: ToolResult,
      errors: ['payment_required', 'not_found', 'rate_limited'],
    },
    docs: {
      group: 'MCP',
      summary: 'Call one tool without speaking MCP.',
      description:
        'The result is the body that the endpoint of the tool answers, with that endpoint’s own default limit. An unknown tool is answered with all names.',
      example: { body: { tool: 'get_content_index', arguments: { type: 'article', limit: 2 } } },
    },
    access: { rate: 'mcp', bucket: 'mcp' },
  }),
  a2a: endpoint({
    http: { method: 'POST', path: '/api/a2a', ...messages, errors: ['rate_limited'] },
    docs: {
      group: 'A2A',
      summary: 'A2A 1.0: SendMessage with a question, a show to prepare, or a booking request.',
      description:
        'The skills are in the agent card. Send A2A-Version: 1.0. A sentence is answered as /ask does. A booking is made once for each messageId; ' +
        'its task follows the booking: GetTask says how it stands, CancelTask cancels it. Keep the id of a task secret.',
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
    },
    access: { rate: 'action' },
  }),
};
