// POST /api/agent/work-offer gives a task for a resource; POST /api/agent/work-submit changes good work into a token.
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

/** @spec-gap work-article */
function readResourceId(release: Release, { resourceId, articleId }: WorkOfferRequest): string {
  const own = articleId === undefined ? undefined : articleResource(articleId);
  const wanted = own && resourceId === dayPass ? own : resourceId;
  if (own !== undefined && wanted !== own) refuseField('articleId', 'articleId does not go with that resourceId');
  const [, article] = /^article:(.+)$/.exec(wanted) ?? [];
  const isKnown = article === undefined || hasArticle(release, article);
  if (!isKnown || priceSats(release.facts.access, wanted) === undefined)
    refuseField(own ? 'articleId' : 'resourceId', 'It is nothing that has a price here', 'not_paywalled');
  return wanted;
}

export interface WorkOfferDeps {
  work: Work;
  /** Returns what became of the payment that a 402 asked for. */
  contextState: (
    paymentContextToken: string,
  ) => Promise<{ state: 'unknown' | 'tampered' } | { state: 'open' | 'expired' | 'already_paid'; resourceId: string }>;
  /** Makes the 402 of a resource. */
  challenge: (
    release: Release,
    wanted: {
      resourceId: string;
      client: string;
      address: string;
      reason: 'context_expired' | 'work_not_offered';
    },
  ) => Promise<ApiError>;
}

const contextProblems = {
  unknown: 'paymentContextToken is not known',
  tampered: 'paymentContextToken was changed on its way',
  already_paid: 'This is paid. Get the token at /api/l402/verify',
};

async function checkContext(
  deps: WorkOfferDeps,
  release: Release,
  { wanted, token, client, address }: { wanted: string; token: string } & Sender,
): Promise<void> {
  const context = await deps.contextState(token);
  const field = 'paymentContextToken';
  if (context.state === 'expired')
    throw await deps.challenge(release, {
      resourceId: wanted,
      client: await client(),
      address,
      reason: 'context_expired',
    });
  if (context.state !== 'open') refuseField(field, contextProblems[context.state], context.state);
  else if (context.resourceId !== wanted && context.resourceId !== dayPass)
    refuseField(field, 'paymentContextToken is for something else', 'other_resource');
}

export const workOffer =
  (deps: WorkOfferDeps): Handler<'workOffer'> =>
  async ({ body }, { release, address, client }) => {
    const { facts } = release;
    if (!isPaywalled(facts.access)) refuseField('resourceId', 'Nothing here has a price', 'disabled');
    const wanted = readResourceId(release, body);
    const token = body.paymentContextToken;
    if (token !== undefined) await checkContext(deps, release, { wanted, token, client, address });
    const offered = offersWork(facts.access) && (await deps.work.offer(release, wanted, { address, client }));
    if (!offered)
      throw await deps.challenge(release, {
        resourceId: wanted,
        client: await client(),
        address,
        reason: 'work_not_offered',
      });
    return json({
      ...toWorkTask(offered.task),
      tasksLeft: offered.tasksLeft,
      submitUrl: endpointUrl(facts.baseUrl, 'workSubmit'),
    } satisfies WorkTask);
  };

const submitProblems: Record<Exclude<OfferRefusal['refused'], 'malformed' | 'rejected'>, string> = {
  unknown: 'taskId is not known',
  expired: 'The task has expired. Ask for another at /api/agent/work-offer',
  done: 'The task is over. Ask for another at /api/agent/work-offer',
};

export const workSubmit =
  (work: Work): Handler<'workSubmit'> =>
  async ({ body: { taskId, submission } }, { release, address, client }) => {
    const done = await work.submit(release, taskId, submission, { address, client });
    if ('tasksLeft' in done) return json(done satisfies WorkSubmitted);
    if (!('refused' in done)) {
      const { accessToken, resourceId, expiresAt } = done;
      const until = isoTime(expiresAt);
      return json({ accessToken, tokenType: 'L402', resourceId, expiresAt: until } satisfies WorkSubmitted);
    }
    const { refused, says } = done;
    if (refused === 'malformed') return refuseField('submission', `submission: ${says}`);
    if (refused === 'rejected') return refuseField('submission', says!.replace(/\.$/, ''), refused);
    return refuseField('taskId', submitProblems[refused], refused);
  };
