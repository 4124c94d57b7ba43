// Sets or changes the password. A change needs the current password and signs out all other browsers.
import { passwordProblem } from './password-rule.ts';
import { type RunAction, type ConsoleRequest, type ActionResult, formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';
import { passwordHash, savePassword } from '../sign-in/credentials.ts';
import { hashPassword } from '../sign-in/hash-password.ts';
import { checkPassword, passwordRefusal } from '../sign-in/password.ts';
import { recordSignInEvent } from '../sign-in/audit-log.ts';
import { accountModel, asksOldPassword, isRecentSignIn, type PasswordProblems } from './page.ts';

/** Checks the new password. This runs first because it is cheap. */
function findNewPasswordProblems(form: FormValues, { live }: ConsoleDeps, { t }: ConsoleRequest): PasswordProblems {
  const { name, publication } = live().facts.creator;
  const problem = passwordProblem(formField(form, 'password'), [name, publication], t);
  if (problem) return { password: problem };
  return formField(form, 'again') === formField(form, 'password') ? {} : { again: t('The passwords do not match.') };
}

/** Checks the current password. Failed attempts count against the session, with the same limits as at sign-in. */
async function findOldPasswordProblems(
  form: FormValues,
  deps: ConsoleDeps,
  { session, t }: ConsoleRequest,
): Promise<PasswordProblems> {
  const checked = await checkPassword(deps, formField(form, 'old'), { client: `session ${session.id}`, isKnown: true });
  return checked.outcome === 'right' ? {} : { old: passwordRefusal(checked, t) };
}

async function findPasswordProblems(
  form: FormValues,
  deps: ConsoleDeps,
  request: ConsoleRequest,
  hasPassword: boolean,
): Promise<PasswordProblems> {
  const problems = findNewPasswordProblems(form, deps, request);
  const isAsked = asksOldPassword(deps, request.session, hasPassword);
  return Object.keys(problems).length > 0 || !isAsked ? problems : findOldPasswordProblems(form, deps, request);
}

export const setPassword: RunAction = async (deps, form, request): Promise<ActionResult> => {
  const { db } = deps.store;
  const hasPassword = (await passwordHash(db)) !== undefined;
  if (!hasPassword && !isRecentSignIn(deps, request.session)) return { to: '/account', notice: 'signInAgain' };
  const problems = await findPasswordProblems(form, deps, request, hasPassword);
  if (Object.keys(problems).length > 0) {
    const model = await accountModel(deps, request, problems);
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
