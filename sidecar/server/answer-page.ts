// Answers with a page for people: counted as the endpoint behind it is, and turned away on a page, too.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorKinds } from '#contract/errors.ts';
import type { RateClass } from '#contract/limits.ts';
import type { Release } from '../release/release.ts';
import type { ClientOf } from './client.ts';
import { expected, waitHeader } from './errors.ts';
import { htmlType } from './page.ts';
import { checkRate, type TakeRate } from './rate-limit.ts';

export interface PageParts {
  live: () => Release;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

/** Throws where the client asks too often, or the process has too much to do. */
export async function admit(
  page: { path: string; rate: RateClass },
  { takeRate, clientOf, shed, now }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const client = { address: request.ip, client: () => clientOf(request) };
  await checkRate(page, client, { takeRate, now }, (headers) => void reply.headers(headers));
  shed();
}

export async function answerPage(
  reply: FastifyReply,
  answer: () => Promise<string>,
  problem: (error: ApiError) => Promise<string>,
): Promise<FastifyReply> {
  reply.type(htmlType);
  try {
    return reply.send(await answer());
  } catch (error) {
    const known = expected(error);
    if (!known) throw error;
    return reply
      .headers(waitHeader(known))
      .code(errorKinds[known.kind].status)
      .send(await problem(known));
  }
}
