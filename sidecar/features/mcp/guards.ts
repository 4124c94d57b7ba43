// Protects the MCP endpoint from DNS rebinding: requests with a foreign Host or Origin are refused.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { ApiError } from '#contract/errors.ts';
import { corsHeaders } from '#domain/release/headers.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const refuseHeader = (header: 'Host' | 'Origin', value: string | undefined): never => {
  const message = `${header} ${value ?? '(none)'} is not allowed. The operator can add it to MCP_ORIGINS.`;
  throw new ApiError('forbidden', message, { field: header });
};

/** Rejects requests for an event stream, which older revisions open with GET. */
function refuseStreams({ headers: { accept = '' } }: FastifyRequest, reply: FastifyReply): void {
  const mediaTypes = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes();
  if (!mediaTypes.includes('text/event-stream')) return;
  reply.header('Allow', 'POST');
  const details = { supportedMethods: ['POST'] };
  throw new ApiError('method_not_allowed', 'This server does not send event streams. POST messages here.', details);
}

/**
 * Allows pages of the origin to read the response. The raw response gets the headers too, for files served without
 * Fastify.
 */
function allowOrigin(origin: string, reply: FastifyReply): void {
  const headers = { ...corsHeaders, 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
  for (const [name, value] of Object.entries(headers)) reply.header(name, value).raw.setHeader(name, value);
}

/** Creates guards that allow loopback, the room's own origin and `extraOrigins`. The port of a Host is ignored. */
export function originGuards(ownOrigin: () => string, extraOrigins: string[]) {
  const origins = () => [ownOrigin(), ...extraOrigins];
  const isAllowed = (origin: string): boolean => {
    const url = parseUrl(origin);
    return url !== undefined && (origins().includes(url.origin) || loopback.includes(url.hostname));
  };
  return {
    mcp: ({ headers: { host, origin } }: FastifyRequest, reply: FastifyReply): void => {
      const hostname = host === undefined ? undefined : parseUrl(`http://${host}`)?.hostname;
      const hostnames = [...loopback, ...origins().map((origin) => new URL(origin).hostname)];
      if (!hostname || !hostnames.includes(hostname)) refuseHeader('Host', host);
      if (origin === undefined) return;
      if (!isAllowed(origin)) refuseHeader('Origin', origin);
      allowOrigin(origin, reply);
    },
    /** Lets anyone load the descriptor, but only pages of allowed origins read it. */
    mcpDescriptor: (request: FastifyRequest, reply: FastifyReply): void => {
      const { origin } = request.headers;
      if (origin !== undefined && isAllowed(origin)) allowOrigin(origin, reply);
      refuseStreams(request, reply);
    },
  };
}
