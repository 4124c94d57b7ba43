// The creator's Lightning address: its parameters and invoices (LUD-06, LUD-12, LUD-16).
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
  /** Returns the key of zap receipts, or undefined without a real wallet. */
  zapPubkey: () => Promise<string | undefined>;
}

/** Headers that allow wallets in browsers. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** Sends an error in the format of LUD-06. */
const sendError = (reply: FastifyReply, status: number, reason: string) =>
  reply.code(status).send({ status: 'ERROR', reason });

export function addTipRoutes(app: FastifyInstance, deps: TipDeps): void {
  const route = (path: string, answer: (request: FastifyRequest, name: string) => Promise<object | string>) =>
    addReadRoute(app, path, async (request, reply) => {
      reply.headers(headers);
      const { name } = request.params as { name: string };
      try {
        await admitPageRequest({ http: { path }, access: { rate: 'l402' } }, deps, request, reply);
        if (deps.live().facts.access.tips?.name !== name)
          return sendError(reply, 404, `No Lightning address has the name ${name}`);
        const result = await answer(request, name);
        return typeof result === 'string' ? sendError(reply, 400, result) : reply.send(result);
      } catch (error) {
        const apiError = toExpectedError(error);
        if (!apiError) throw error;
        if (apiError instanceof FieldError) return sendError(reply, 400, apiError.message);
        return sendError(reply, apiError.kind === 'rate_limited' ? 429 : 503, apiError.message);
      }
    });
  route(payPath, async (_, name) => payParameters(deps.live().facts, name, await deps.zapPubkey()));
  route(callbackPath, async (request) => {
    const query = readQuery(request);
    const tip = readTip(query);
    const zap = query.get('nostr');
    const problem = zap === null ? undefined : zapProblem(zap, query.get('amount')!);
    if (problem) return problem;
    // HEAD opens no invoice, because nobody would see it.
    if (request.method === 'HEAD') return {};
    const { invoice } = await deps.openTip(tip, zap ?? payMetadata(deps.live().facts), true, zap);
    return { pr: invoice, routes: [] };
  });
}
