// POST /api/mcp: Streamable HTTP without sessions. Each message is handled by a new server and answered with JSON.
import { toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { toApiError } from '../../http/errors.ts';
import type { Protocol } from '../../http/deps.ts';
import type { Release } from '../../release/release.ts';
import { mcpServer, type McpServerDeps } from './server.ts';

/**
 * Answers clients of revisions up to 2025-11-25. There are no sessions, so a message needs no `initialize` before it.
 */
async function answerLegacy(request: Request, parsedBody: unknown, deps: McpServerDeps): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer(deps);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Separates the arguments of a tool call from its message. */
function takeArguments(body: unknown): { message: unknown; toolArguments?: unknown } {
  const { method, params } = body as { method?: unknown; params?: { arguments?: unknown } | null };
  if (method !== 'tools/call' || !params || typeof params !== 'object') return { message: body };
  const { arguments: toolArguments, ...others } = params;
  return { message: { ...(body as object), params: others }, toolArguments };
}

export function mcpEndpoint(live: () => Release): Protocol {
  const depsByRequest = new WeakMap<Request, McpServerDeps>();
  // The server sends no notifications, so a subscription is acknowledged as empty and ends immediately.
  const modern = createMcpHandler(({ requestInfo }) => mcpServer(depsByRequest.get(requestInfo!)!), {
    legacy: 'reject',
  });
  return async (request, reply, call) => {
    const { message, toolArguments } = takeArguments(request.body);
    const web = await toWebRequest(request.raw, message);
    // Every answer is JSON, so clients do not have to accept event streams.
    web.headers.set('Accept', 'application/json, text/event-stream');
    const deps = { release: live(), call, toolArguments, explain: (error: unknown) => toApiError(error, request) };
    depsByRequest.set(web, deps);
    const isLegacy = await isLegacyRequest(web, message);
    return reply.send(await (isLegacy ? answerLegacy(web, message, deps) : modern.fetch(web, { parsedBody: message })));
  };
}
