// Who may reach the MCP endpoint: DNS rebinding makes a browser carry a stranger's Host or Origin to it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { corsHeaders } from '#domain/release/headers.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const refuse = (header: 'Host' | 'Origin', value: string | undefined): never => {
  const message = `${header} ${value ?? '(none)'} is not allowed here. The operator can add it to MCP_ORIGINS.`;
  throw new ApiError('forbidden', message, { field: header });
};

/** Allowed are loopback, the room's own origin, and `further`; of a Host, the port does not count. */
export function guardOrigins(ownOrigin: () => string, further: string[]) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const origins = [ownOrigin(), ...further];
    const { host, origin } = request.headers;
    const hostname = host === undefined ? undefined : urlOf(`http://${host}`)?.hostname;
    const hostnames = [...loopback, ...origins.map((one) => new URL(one).hostname)];
    if (!hostname || !hostnames.includes(hostname)) refuse('Host', host);
    if (origin === undefined) return;
    const from = urlOf(origin);
    if (!from || !(origins.includes(from.origin) || loopback.includes(from.hostname))) refuse('Origin', origin);
    reply.headers({ ...corsHeaders, 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
  };
}

/** GET asks older servers for a stream; there is none. */
export function refuseStreams(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.headers.accept?.includes('text/event-stream')) return;
  reply.header('Allow', 'POST');
  const details = { supportedMethods: ['POST'] };
  throw new ApiError('method_not_allowed', 'This server sends no streams of its own. POST messages here.', details);
}
