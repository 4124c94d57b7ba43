// Actions on ways to sign in and on browsers that are signed in. Removing the last way needs a confirmation.
import { type RunAction, formField } from '../page.ts';
import { endOtherSessions, endSession } from '../sign-in/sessions.ts';
import { addCredential, listCredentials, removeCredential } from '../sign-in/credentials.ts';
import { verifyNewPasskey, createPasskeyOptions } from '../sign-in/passkeys.ts';
import { recordSignInEvent } from '../sign-in/audit-log.ts';
import { readAccountModel, type AccountModel, isRecentSignIn } from './page.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { consolePath } from '#domain/live-pages.ts';
import { requireSession } from '../sign-in/require-session.ts';
import type { ConsoleDeps } from '../deps.ts';

/** Credential that the confirmation page is about. */
export type RemoveLastModel = Pick<AccountModel['credentials'][number], 'id' | 'kind' | 'label'>;

const labelMaxLength = 60;

export const addPasskey: RunAction = async (deps, form, request) => {
  if (!isRecentSignIn(deps, request.session)) return { to: '/account', notice: 'signInAgain' };
  const passkey = await verifyNewPasskey(deps, request.session, formField(form, 'answer'));
  const label = formField(form, 'label').trim().slice(0, labelMaxLength) || 'Passkey';
  const now = deps.now();
  const isAdded =
    passkey &&
    (await deps.store.db.transaction().execute(async (tx) => {
      if (!(await addCredential(tx, { ...passkey, kind: 'passkey', label, createdAt: now, usedAt: null })))
        return false;
      await recordSignInEvent(tx, 'passkey.added', label, now);
      return true;
    }));
  if (isAdded) return { to: '/account', notice: 'passkeyAdded' };
  const problem = request.t('The passkey was not saved because the browser’s response did not match. Try again.');
  return { view: 'account', model: await readAccountModel(deps, request), problem };
};

/** Removes a credential and signs out the other browsers, which may have signed in with it. */
export const removeSignInMethod: RunAction = async (deps, form, request) => {
  if (!isRecentSignIn(deps, request.session)) return { to: '/account', notice: 'signInAgain' };
  const credentials = await listCredentials(deps.store.db);
  const credential = credentials.find(({ id }) => id === formField(form, 'id'));
  if (!credential) return { to: '/account' };
  if (credentials.length === 1 && formField(form, 'sure') !== 'yes') {
    const { id, kind, label } = credential;
    return {
      view: 'remove-last',
      model: { id, kind, label } satisfies RemoveLastModel,
      problem: request.t('This is your last way to sign in. Without it, you need a one-time link.'),
    };
  }
  await deps.store.db.transaction().execute(async (tx) => {
    if (!(await removeCredential(tx, credential.id))) return;
    await endOtherSessions(tx, request.session.id);
    await recordSignInEvent(tx, `${credential.kind}.removed`, credential.label, deps.now());
  });
  return { to: '/account', notice: 'credentialRemoved' };
};

export function addPasskeyQuestion(scope: FastifyInstance, deps: ConsoleDeps): void {
  scope.get(`${consolePath}/account/passkey`, async (request, reply) => {
    const session = await requireSession(deps, request, reply);
    if (!session) return reply;
    const question = await createPasskeyOptions(deps, session);
    if (!question) throw new ApiError('not_found', 'Passkeys are not supported at this address.');
    return reply.send(question);
  });
}

export const signOut: RunAction = async ({ store, now }, _, { session }) => {
  await store.db.transaction().execute(async (tx) => {
    await endSession(tx, session.id);
    await recordSignInEvent(tx, 'signed-out', session.method, now());
  });
  return { to: '/sign-in', notice: 'signedOut', signedOut: true };
};

export const signOutBrowser: RunAction = async ({ store, now }, form) => {
  const isEnded = await store.db.transaction().execute(async (tx) => {
    if (!(await endSession(tx, formField(form, 'id')))) return false;
    await recordSignInEvent(tx, 'session.ended', 'one', now());
    return true;
  });
  return { to: '/account', notice: 'browsersSignedOut', count: Number(isEnded) };
};

export const signOutOtherBrowsers: RunAction = async ({ store, now }, _, { session }) => {
  const count = await store.db.transaction().execute(async (tx) => {
    const endedSessions = await endOtherSessions(tx, session.id);
    if (endedSessions > 0) await recordSignInEvent(tx, 'session.ended', 'all others', now());
    return endedSessions;
  });
  return { to: '/account', notice: 'browsersSignedOut', count };
};
