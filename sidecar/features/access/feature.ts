// Prices, payments and access tokens, with the pages where people pay.
import { createVisitorCaller } from '../../http/call-endpoint.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Feature } from '../feature.ts';
import { accessConsole } from './console.ts';
import { l402PaymentRequest, l402Verify } from './l402-handlers.ts';
import type { Access } from './open.ts';
import { addReadPage } from './read-route.ts';
import { accessExpiry } from './tables.ts';
import type { AgentTier } from '#contract/schemas/agent-tier.ts';
import { freeItems } from '#domain/access/access.ts';
import { registerAgent } from './agent-tiers.ts';
import { json, type Handler } from '../../http/handler.ts';
import { networkOf } from '../../http/network.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackPath, payMetadata, payParameters, payPath } from '#domain/access/tips.ts';
import { admitPageRequest, type PageDeps, addReadRoute } from '../../http/answer-page.ts';
import { readQuery } from '../../http/forms.ts';
import { toExpectedError } from '../../http/errors.ts';
import { FieldError } from '../../http/form-mistakes.ts';
import { readTip } from './read-tip.ts';
import type { OpenTip } from './tips.ts';
import { zapProblem } from './zaps.ts';

interface TipDeps extends PageDeps {
  openTip: OpenTip;
  /** Returns the key of zap receipts, or undefined without a real wallet. */
  zapPubkey: () => Promise<string | undefined>;
}

/** Headers that allow wallets in browsers. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** Sends an error in the format of LUD-06. */
const sendError = (reply: FastifyReply, status: number, reason: string) =>
  reply.code(status).send({ status: 'ERROR', reason });

function addTipRoutes(app: FastifyInstance, deps: TipDeps): void {
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

/** Creates the handler. `perMinute` is the rate limit of the free slice. */
const registerAgentTier =
  (perMinute: number): Handler<'registerAgentTier'> =>
  async ({ body }, { db, now, release, address }) => {
    const { id, token } = await registerAgent(db, body, networkOf(address), now);
    const tier: AgentTier = {
      registrationId: id,
      agentToken: token,
      tier: 'free_slice',
      freeItems: freeItems(release.facts.access),
      rateLimitPerMinute: perMinute,
    };
    return json(tier);
  };

export interface AccessFeatureDeps {
  access: Access;
  settings: Pick<Settings, 'rates'>;
}

const second = 1000;

export const accessFeature = ({ access, settings }: AccessFeatureDeps) =>
  ({
    handlers: {
      registerAgentTier: registerAgentTier(settings.rates.freeSlice),
      l402PaymentRequest: l402PaymentRequest(access.payment),
      l402Verify: l402Verify(access.payment),
    },
    addPages: (app, deps) => {
      addReadPage(app, { ...access, ...deps, callAs: createVisitorCaller(deps) });
      addTipRoutes(app, { ...access, ...deps });
    },
    jobs: [
      { name: 'looking up payments', everyMs: 2 * second, duty: 'works', run: access.settleDue },
      { name: 'comparing invoices with the wallet', everyMs: 6 * second, duty: 'works', run: access.compareNext },
      {
        name: 'reading payments received by the wallet',
        everyMs: 5 * second,
        duty: 'works',
        run: access.readReceivedPayments,
      },
      {
        name: 'storing the settings of the wallet',
        everyMs: 600 * second,
        duty: 'works',
        run: access.storeWalletSettings,
      },
    ],
    expiry: accessExpiry,
    console: accessConsole(access),
  }) satisfies Feature;
