// Routes for signing in with a password, a passkey or a one-time link. They need no session.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { consolePath } from '#domain/live-pages.ts';
import type { SignInModel } from './model.ts';
import type { Tx } from '../../storage/store.ts';
import type { SignInMethod } from '../../storage/tables.ts';
import { sendPage } from '../answer.ts';
import type { ConsoleSite } from '../contribution.ts';
import { hasBrowserOrigin } from '../csrf.ts';
import { formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readSession, setSessionCookie } from './session-cookie.ts';
import { endSession, startSession } from './sessions.ts';
import { identifyGuesser, rememberBrowser } from './known-browser.ts';
import { useSignInLink } from './links.ts';
import { passkeyHost, createSignInOptions, usePasskey, verifyPasskey } from './passkeys.ts';
import { checkPassword, describeRefusal } from './password.ts';
import { recordSignInEvent, recordFailure } from './audit-log.ts';
import { tokenHash } from '../../storage/tokens.ts';
import { requestTranslator } from '../language.ts';
import { moveFormToSession } from '../stored-form.ts';
import { withQuery } from '../listing.ts';
import { safeTarget } from './safe-target.ts';

const path = `${consolePath}/sign-in`;

/** Forms that need no session. */
const maxFormBytes = 32 * 1024;

const textOf = (request: FastifyRequest, name: string): string => formField((request.body ?? {}) as FormValues, name);

interface SignInRefusal {
  status: number;
  /** Problem shown at the password field. */
  passwordProblem?: string;
  /** Problem shown above the page. */
  problem?: string;
}

function sendSignIn(
  site: ConsoleSite,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, passwordProblem, problem }: SignInRefusal = { status: 200 },
): Promise<FastifyReply> {
  const { link, to } = request.query as { link?: unknown; to?: unknown };
  const { baseUrl } = site.live().facts;
  const model: SignInModel = {
    to: safeTarget(textOf(request, 'to') || to),
    ...(typeof link === 'string' && { link }),
    ...(passwordProblem !== undefined && { passwordProblem }),
    ...(passkeyHost(baseUrl) !== undefined && { passkeyOrigin: baseUrl }),
    isFromElsewhere: request.headers['sec-fetch-site'] === 'cross-site',
  };
  return sendPage(site, request, reply, { view: 'sign-in', model, status, ...(problem && { problem }) });
}

/** Returns the page after sign-in: a stored form, else the setup, else the account page for one-time links. */
async function chooseNextPage(deps: ConsoleDeps, request: FastifyRequest, method: SignInMethod, sessionId: string) {
  const isTyped = await moveFormToSession(deps, request, sessionId);
  const to = method === 'link' ? '/account' : safeTarget(textOf(request, 'to'));
  const path = isTyped ? '/again' : deps.setup?.isNeeded() ? '/setup' : to;
  return consolePath + withQuery(path, { notice: 'signedIn' });
}

/** Signs in within one transaction: `isGood` uses up the credential, the old session ends and a new one starts. */
async function enter(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  method: SignInMethod,
  isGood: (tx: Tx, now: number) => Promise<boolean>,
): Promise<boolean> {
  const before = await readSession(deps, request);
  const now = deps.now();
  const token = await deps.store.db.transaction().execute(async (tx) => {
    if (!(await isGood(tx, now))) return undefined;
    if (before) await endSession(tx, before.id);
    await recordSignInEvent(tx, 'signed-in', method, now);
    return startSession(tx, { method, agent: request.headers['user-agent'], now });
  });
  if (!token) return false;
  setSessionCookie(deps, request, reply, token);
  await rememberBrowser(deps, request, reply);
  reply.redirect(await chooseNextPage(deps, request, method, tokenHash(token)), 303);
  return true;
}

const formOptions = {
  bodyLimit: maxFormBytes,
  onRequest: async (request: FastifyRequest) => {
    if (!hasBrowserOrigin(request))
      throw new ApiError('forbidden', 'Use a browser and the sign-in page of the console.');
  },
};

function addLink(scope: FastifyInstance, site: ConsoleSite): void {
  scope.post(`${path}/link`, formOptions, async (request, reply) => {
    const link = textOf(request, 'link');
    if (await enter(site, request, reply, 'link', (tx, now) => useSignInLink(tx, link, now))) return reply;
    await recordFailure(site.store.db, 'link', site.now());
    const problem = requestTranslator(site, request)('This link was already used or has expired. Get a new one.');
    return sendSignIn(site, request, reply, { status: 403, problem });
  });
}

function addPassword(scope: FastifyInstance, site: ConsoleSite): void {
  scope.post(`${path}/password`, formOptions, async (request, reply) => {
    const checked = await checkPassword(site, textOf(request, 'password'), await identifyGuesser(site, request));
    if (checked.outcome === 'right') {
      await enter(site, request, reply, 'password', async () => true);
      return reply;
    }
    if (checked.outcome === 'locked') reply.header('Retry-After', Math.ceil(checked.waitMs / 1000));
    const status = checked.outcome === 'locked' ? 429 : 403;
    return sendSignIn(site, request, reply, {
      status,
      passwordProblem: describeRefusal(checked, requestTranslator(site, request)),
    });
  });
}

function addPasskey(scope: FastifyInstance, site: ConsoleSite): void {
  scope.get(`${path}/passkey`, async (_, reply) => {
    const question = await createSignInOptions(site);
    if (!question) throw new ApiError('not_found', 'Passkeys are not supported at this address.');
    return reply.send(question);
  });
  scope.post(`${path}/passkey`, formOptions, async (request, reply) => {
    const passkey = await verifyPasskey(site, textOf(request, 'answer'));
    if (passkey && (await enter(site, request, reply, 'passkey', (tx, now) => usePasskey(tx, passkey, now)))) {
      return reply;
    }
    await recordFailure(site.store.db, 'passkey', site.now());
    const problem = requestTranslator(site, request)('This passkey was not accepted, or it took too long. Try again.');
    return sendSignIn(site, request, reply, { status: 403, problem });
  });
}

export function addSignIn(scope: FastifyInstance, site: ConsoleSite): void {
  // Opening a link changes nothing, because programs that preview links open it too. Its button signs in.
  scope.get(path, async (request, reply) => sendSignIn(site, request, reply));
  addLink(scope, site);
  addPassword(scope, site);
  addPasskey(scope, site);
}
