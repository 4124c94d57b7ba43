// The creator's Lightning address: what it takes, and an invoice for it (LUD-06, LUD-12, LUD-16).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackPath, payMetadata, payParameters, payPath } from '#domain/access/tips.ts';
import { admitPageRequest, type PageDeps, addReadRoute } from '../../http/answer-page.ts';
import { readQuery } from '../../http/forms.ts';
import { toExpectedError } from '../../http/errors.ts';
import { FieldError } from '../../http/form-mistakes.ts';
import { readTip } from './read-tip.ts';
import type { OpenTip } from './tips.ts';
import { zapProblem } from './zaps.ts';

export interface TipDeps extends PageDeps {
  openTip: OpenTip;
  /** Undefined where no money moves. */
  zapPubkey: () => Promise<string | undefined>;
}

/** Wallets run in browsers, too. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** The protocol's own form of an error. */
const sendError = (reply: FastifyReply, status: number, reason: string) =>
  reply.code(status).send({ status: 'ERROR', reason });

export function addTipRoutes(app: FastifyInstance, deps: TipDeps): void {
  const route = (path: string, answer: (request: FastifyRequest, name: string) => Promise<object | string>) =>
    addReadRoute(app, path, async (request, reply) => {
      reply.headers(headers);
      const { name } = request.params as { name: string };
      try {
        await admitPageRequest({ http: { path }, access: { rate: 'l402' } }, deps, request, reply);
        if (deps.live().facts.access.tips?.name !== name) return sendError(reply, 404, `Nobody here is called ${name}`);
        const made = await answer(request, name);
        return typeof made === 'string' ? sendError(reply, 400, made) : reply.send(made);
      } catch (error) {
        const known = toExpectedError(error);
        if (!known) throw error;
        if (known instanceof FieldError) return sendError(reply, 400, known.message);
        return sendError(reply, known.kind === 'rate_limited' ? 429 : 503, known.message);
      }
    });
  route(payPath, async (_, name) => payParameters(deps.live().facts, name, await deps.zapPubkey()));
  route(callbackPath, async (request) => {
    const query = readQuery(request);
    const tip = readTip(query);
    const zap = query.get('nostr');
    const problem = zap === null ? undefined : zapProblem(zap, query.get('amount')!);
    if (problem) return problem;
    // An invoice that nobody is shown would only take another's place.
    if (request.method === 'HEAD') return {};
    const { invoice } = await deps.openTip(tip, zap ?? payMetadata(deps.live().facts), true, zap);
    return { pr: invoice, routes: [] };
  });
}
