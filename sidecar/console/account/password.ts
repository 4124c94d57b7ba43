// Sets or changes the password. A change needs the current password and signs out all other browsers.
import { findPasswordProblem } from './password-rule.ts';
import { type RunAction, type ConsoleRequest, type ActionResult, formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';
import { readPasswordHash, savePassword } from '../sign-in/credentials.ts';
import { hashPassword } from '../sign-in/hash-password.ts';
import { checkPassword, describeRefusal } from '../sign-in/password.ts';
import { recordSignInEvent } from '../sign-in/audit-log.ts';
import { readAccountModel, requiresOldPassword, isRecentSignIn, type PasswordProblems } from './page.ts';

/** Checks the new password. This runs first because it is cheap. */
function findNewPasswordProblems(form: FormValues, { live }: ConsoleDeps, { t }: ConsoleRequest): PasswordProblems {
  const { name, publication } = live().facts.creator;
  const problem = findPasswordProblem(formField(form, 'password'), [name, publication], t);
  if (problem) return { password: problem };
  return formField(form, 'repeat') === formField(form, 'password') ? {} : { repeat: t('The passwords do not match.') };
}

/** Checks the current password. Failed attempts count against the session, with the same limits as at sign-in. */
async function findOldPasswordProblems(
  form: FormValues,
  deps: ConsoleDeps,
  { session, t }: ConsoleRequest,
): Promise<PasswordProblems> {
  const result = await checkPassword(deps, formField(form, 'old'), { client: `session ${session.id}`, isKnown: true });
  return result.outcome === 'right' ? {} : { old: describeRefusal(result, t) };
}

async function findPasswordProblems(
  form: FormValues,
  deps: ConsoleDeps,
  request: ConsoleRequest,
  hasPassword: boolean,
): Promise<PasswordProblems> {
  const problems = findNewPasswordProblems(form, deps, request);
  const isRequired = requiresOldPassword(deps, request.session, hasPassword);
  return Object.keys(problems).length > 0 || !isRequired ? problems : findOldPasswordProblems(form, deps, request);
}

export const setPassword: RunAction = async (deps, form, request): Promise<ActionResult> => {
  const { db } = deps.store;
  const hasPassword = (await readPasswordHash(db)) !== undefined;
  if (!hasPassword && !isRecentSignIn(deps, request.session)) return { to: '/account', notice: 'signInAgain' };
  const problems = await findPasswordProblems(form, deps, request, hasPassword);
  if (Object.keys(problems).length > 0) {
    const model = await readAccountModel(deps, request, problems);
    return { view: 'account', model, problem: request.t('The password was not saved. See the highlighted fields.') };
  }
  const hash = await hashPassword(formField(form, 'password'));
  await db.transaction().execute(async (tx) => {
    await savePassword(tx, hash, deps.now());
    await endOtherSessions(tx, request.session.id);
    await recordSignInEvent(tx, hasPassword ? 'password.changed' : 'password.set', 'password', deps.now());
  });
  return { to: '/account', notice: hasPassword ? 'passwordChanged' : 'passwordSet' };
};
