// Who may reach the MCP endpoint: DNS rebinding makes a browser carry a stranger's Host or Origin to it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { ApiError } from '#contract/errors.ts';
import { corsHeaders } from '#domain/release/headers.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const refuseHeader = (header: 'Host' | 'Origin', value: string | undefined): never => {
  const message = `${header} ${value ?? '(none)'} is not allowed here. The operator can add it to MCP_ORIGINS.`;
  throw new ApiError('forbidden', message, { field: header });
};

/** GET asks older servers for a stream; there is none. */
function refuseStreams({ headers: { accept = '' } }: FastifyRequest, reply: FastifyReply): void {
  const wanted = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes();
  if (!wanted.includes('text/event-stream')) return;
  reply.header('Allow', 'POST');
  const details = { supportedMethods: ['POST'] };
  throw new ApiError('method_not_allowed', 'This server sends no streams of its own. POST messages here.', details);
}

/** Lets pages of this origin read the response. Also set on the raw response, since built files bypass the framework. */
function allowOrigin(origin: string, reply: FastifyReply): void {
  const headers = { ...corsHeaders, 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
  for (const [name, value] of Object.entries(headers)) reply.header(name, value).raw.setHeader(name, value);
}

/** Allowed are loopback, the room's own origin, and `further`; of a Host, the port does not count. */
export function originGuards(ownOrigin: () => string, further: string[]) {
  const origins = () => [ownOrigin(), ...further];
  const isAllowed = (origin: string): boolean => {
    const from = parseUrl(origin);
    return from !== undefined && (origins().includes(from.origin) || loopback.includes(from.hostname));
  };
  return {
    mcp: ({ headers: { host, origin } }: FastifyRequest, reply: FastifyReply): void => {
      const hostname = host === undefined ? undefined : parseUrl(`http://${host}`)?.hostname;
      const hostnames = [...loopback, ...origins().map((one) => new URL(one).hostname)];
      if (!hostname || !hostnames.includes(hostname)) refuseHeader('Host', host);
      if (origin === undefined) return;
      if (!isAllowed(origin)) refuseHeader('Origin', origin);
      allowOrigin(origin, reply);
    },
    /** A file that anybody may load: what others may not do is read it from a page. */
    mcpDescriptor: (request: FastifyRequest, reply: FastifyReply): void => {
      const { origin } = request.headers;
      if (origin !== undefined && isAllowed(origin)) allowOrigin(origin, reply);
      refuseStreams(request, reply);
    },
  };
}
