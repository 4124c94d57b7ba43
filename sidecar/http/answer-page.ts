// Answers with a page for people, which is counted like the endpoint behind it and shows errors as a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorKinds } from '#contract/errors.ts';
import type { Release } from '../release/release.ts';
import type { FindClient } from './client.ts';
import { toExpectedError, createRetryHeader } from './errors.ts';
import { htmlType } from './page.ts';
import { checkRate, type RatedEndpoint, type TakeRate } from './rate-limit.ts';

export interface PageDeps {
  live: () => Release;
  takeRate: TakeRate;
  findClient: FindClient;
  /** Throws while the process is overloaded. */
  shed: () => void;
  now: () => number;
}

/**
 * Adds a route for GET and HEAD. Otherwise, HEAD would return the headers of the file that was built for the address.
 */
export function addReadRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Throws if the client exceeds its rate or the process is overloaded. */
export async function admitPageRequest(
  page: RatedEndpoint,
  { takeRate, findClient, shed, now }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const client = { address: request.ip, client: () => findClient(request) };
  await checkRate(page, client, { takeRate, now }, (headers) => void reply.headers(headers));
  shed();
}

type ProblemPage = (error: ApiError) => Promise<string>;

/** Sends an expected error as a page; throws any other error. */
export async function sendProblemPage(
  reply: FastifyReply,
  error: unknown,
  problem: ProblemPage,
): Promise<FastifyReply> {
  const apiError = toExpectedError(error);
  if (!apiError) throw error;
  return reply
    .headers(createRetryHeader(apiError))
    .code(errorKinds[apiError.kind].status)
    .type(htmlType)
    .send(await problem(apiError));
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
