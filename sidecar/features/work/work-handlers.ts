// POST /api/agent/work-offer offers a task for a resource; POST /api/agent/work-submit exchanges good work for a token.
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import type { WorkOfferRequest, WorkSubmitted, WorkTask } from '#contract/schemas/work.ts';
import { articleResource, dayPass, isPaywalled, offersWork, priceSats } from '#domain/access/access.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Sender, Work } from './work.ts';
import { toWorkTask } from './tasks.ts';
import type { OfferRefusal } from './submit.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';

const refuseField = (field: string, problem: string, reason?: string): never => {
  throw new ApiError('bad_request', `${problem}.`, { field, ...(reason && { reason }) });
};

const hasArticle = ({ pages }: Release, id: string): boolean =>
  pages.has(endpoints.article.http.path.replace('{id}', id));

function hasPrice(release: Release, resourceId: string): boolean {
  const [, articleId] = /^article:(.+)$/.exec(resourceId) ?? [];
  if (articleId !== undefined && !hasArticle(release, articleId)) return false;
  return priceSats(release.facts.access, resourceId) !== undefined;
}

/** Returns the requested resource. @spec-gap work-article */
function readResourceId(release: Release, { resourceId, articleId }: WorkOfferRequest): string {
  const ofArticle = articleId === undefined ? undefined : articleResource(articleId);
  const requestedId = ofArticle && resourceId === dayPass ? ofArticle : resourceId;
  if (ofArticle !== undefined && requestedId !== ofArticle)
    refuseField('articleId', 'articleId does not match resourceId');
  if (!hasPrice(release, requestedId))
    refuseField(ofArticle ? 'articleId' : 'resourceId', 'This room has no such resource with a price', 'not_paywalled');
  return requestedId;
}

export interface WorkOfferDeps {
  work: Work;
  /** Returns the state of the payment that a 402 response requested. */
  contextState: (
    paymentContextToken: string,
  ) => Promise<{ state: 'unknown' | 'tampered' } | { state: 'open' | 'expired' | 'already_paid'; resourceId: string }>;
  /** Creates the 402 response for a resource. */
  challenge: (
    release: Release,
    requestedId: {
      resourceId: string;
      client: string;
      address: string;
      reason: 'context_expired' | 'work_not_offered';
    },
  ) => Promise<ApiError>;
}

const contextProblems = {
  unknown: 'paymentContextToken is unknown',
  tampered: 'paymentContextToken was modified',
  already_paid: 'The payment was received. Get the token at /api/l402/verify',
};

async function checkContext(
  deps: WorkOfferDeps,
  release: Release,
  { requestedId, token, client, address }: { requestedId: string; token: string } & Sender,
): Promise<void> {
  const context = await deps.contextState(token);
  const field = 'paymentContextToken';
  if (context.state === 'expired')
    throw await deps.challenge(release, {
      resourceId: requestedId,
      client: await client(),
      address,
      reason: 'context_expired',
    });
  if (context.state !== 'open') refuseField(field, contextProblems[context.state], context.state);
  else if (context.resourceId !== requestedId && context.resourceId !== dayPass)
    refuseField(field, 'paymentContextToken belongs to another resource', 'other_resource');
}

export const workOffer =
  (deps: WorkOfferDeps): Handler<'workOffer'> =>
  async ({ body }, { release, address, client }) => {
    const { facts } = release;
    if (!isPaywalled(facts.access))
      refuseField('resourceId', 'This room has no prices, so it offers no work tasks', 'disabled');
    const requestedId = readResourceId(release, body);
    const token = body.paymentContextToken;
    if (token !== undefined) await checkContext(deps, release, { requestedId, token, client, address });
    const offer = offersWork(facts.access) && (await deps.work.offer(release, requestedId, { address, client }));
    if (!offer)
      throw await deps.challenge(release, {
        resourceId: requestedId,
        client: await client(),
        address,
        reason: 'work_not_offered',
      });
    return json({
      ...toWorkTask(offer.task),
      tasksLeft: offer.tasksLeft,
      submitUrl: endpointUrl(facts.baseUrl, 'workSubmit'),
    } satisfies WorkTask);
  };

const submitProblems: Record<Exclude<OfferRefusal['refused'], 'malformed' | 'rejected'>, string> = {
  unknown: 'taskId is unknown',
  expired: 'The task has expired. Request another one at /api/agent/work-offer',
  done: 'The task is closed. Request another one at /api/agent/work-offer',
};

export const workSubmit =
  (work: Work): Handler<'workSubmit'> =>
  async ({ body: { taskId, submission } }, { release, address, client }) => {
    const result = await work.submit(release, taskId, submission, { address, client });
    if ('tasksLeft' in result) return json(result satisfies WorkSubmitted);
    if (!('refused' in result)) {
      const { accessToken, resourceId, expiresAt } = result;
      const until = isoTime(expiresAt);
      return json({ accessToken, tokenType: 'L402', resourceId, expiresAt: until } satisfies WorkSubmitted);
    }
    const { refused, reason } = result;
    if (refused === 'malformed') return refuseField('submission', `submission: ${reason}`);
    if (refused === 'rejected') return refuseField('submission', reason!.replace(/\.$/, ''), refused);
    return refuseField('taskId', submitProblems[refused], refused);
  };
