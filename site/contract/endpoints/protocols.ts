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
      summary: 'Get the tools with their schemas.',
      description: 'Requests for text/event-stream return 405, because the server has no streams.',
    },
  }),
  mcp: endpoint({
    http: {
      method: 'POST',
      path: '/api/mcp',
      aliases: ['/mcp'],
      ...messages,
      acceptedWithoutBody: 'Accepted notification: a message without an id has no response.',
      errors: ['forbidden', 'rate_limited'],
    },
    docs: {
      group: 'MCP',
      summary: 'MCP: tools, resources and prompts for language models.',
      description:
        `Streamable HTTP without sessions, revisions ${mcpRevisions.join(', ')}, also at /mcp. Responses are JSON, errors are ` +
        'JSON-RPC errors. Only tools/call counts against the rate limit. Web pages may call it from the origin of this room, ' +
        'from loopback addresses, and from origins that the room allows.',
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
        'Returns the response of the tool’s endpoint with the default limit of that endpoint. The error for an unknown tool lists all names.',
      example: { body: { tool: 'get_content_index', arguments: { type: 'article', limit: 2 } } },
    },
    access: { rate: 'mcp', bucket: 'mcp' },
  }),
  a2a: endpoint({
    http: { method: 'POST', path: '/api/a2a', ...messages, errors: ['rate_limited'] },
    docs: {
      group: 'A2A',
      summary: 'Send an A2A message: a question, a show to prepare, or a booking request.',
      description:
        'The agent card lists the skills. Send A2A-Version: 1.0; methods of 0.3 such as message/send are answered in its form. Questions are answered like /ask. Each messageId creates at ' +
        'most one booking; GetTask returns its status, CancelTask cancels it. Keep the id of a task secret.',
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
