// POST /api/mcp: Streamable HTTP without sessions. Every message gets a server of its own and a JSON answer.
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

/** Revisions up to 2025-11-25 begin with `initialize`; without sessions any message may come first. */
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

export function mcpEndpoint(live: () => Release): Protocol {
  const waiting = new WeakMap<Request, McpServerDeps>();
  // The server keeps no streams: nothing is ever sent that was not asked for.
  const modern = createMcpHandler(({ requestInfo }) => mcpServer(waiting.get(requestInfo!)!), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return async (request, reply, ask) => {
    const web = await toWebRequest(request.raw, request.body);
    // Every answer is JSON, so that a client need not take streams.
    web.headers.set('Accept', 'application/json, text/event-stream');
    const parts = { release: live(), ask, explain: (error: unknown) => toApiError(error, request) };
    waiting.set(web, parts);
    const isLegacy = await isLegacyRequest(web, request.body);
    return reply.send(
      await (isLegacy ? answerLegacy(web, request.body, parts) : modern.fetch(web, { parsedBody: request.body })),
    );
  };
}
