// Answers with a page for people: counted as the endpoint behind it is, and turned away on a page, too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorKinds } from '#contract/errors.ts';
import type { Release } from '../release/release.ts';
import type { ClientOf } from './client.ts';
import { toExpectedError, createRetryHeader } from './errors.ts';
import { htmlType } from './page.ts';
import { checkRate, type RatedEndpoint, type TakeRate } from './rate-limit.ts';

export interface PageDeps {
  live: () => Release;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

/** HEAD has a route of its own: else it would have the headers of the file that was built for the address. */
export function addReadRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Throws where the client asks too often, or the process has too much to do. */
export async function admitPageRequest(
  page: RatedEndpoint,
  { takeRate, clientOf, shed, now }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const client = { address: request.ip, client: () => clientOf(request) };
  await checkRate(page, client, { takeRate, now }, (headers) => void reply.headers(headers));
  shed();
}

type ProblemPage = (error: ApiError) => Promise<string>;

/** Throws what the client did not cause. */
export async function sendProblemPage(
  reply: FastifyReply,
  error: unknown,
  problem: ProblemPage,
): Promise<FastifyReply> {
  const known = toExpectedError(error);
  if (!known) throw error;
  return reply
    .headers(createRetryHeader(known))
    .code(errorKinds[known.kind].status)
    .type(htmlType)
    .send(await problem(known));
}

export async function sendPage(
  reply: FastifyReply,
  answer: () => Promise<string>,
  problem: ProblemPage,
): Promise<FastifyReply> {
  try {
    return reply.type(htmlType).send(await answer());
  } catch (error) {
    return sendProblemPage(reply, error, problem);
  }
}
