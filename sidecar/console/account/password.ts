// Sets the password, or changes it: then the old one is asked, and every other browser is signed out.
import type { AccountModel } from './model.ts';
import { passwordProblem } from './password-rule.ts';
import { type Action, type Asked, type Done, field, type Form } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';
import { passwordHash, savePassword } from '../sign-in/credentials.ts';
import { hashPassword } from '../sign-in/hash-password.ts';
import { checkPassword, passwordRefusal } from '../sign-in/password.ts';
import { record } from '../sign-in/record.ts';
import { accountModel, asksOldPassword, isFresh } from './page.ts';

type Problems = AccountModel['problems'];

/** Looked at first, since it costs nothing. */
function problemsOfNew(form: Form, { live }: ConsoleDeps, { say }: Asked): Problems {
  const { name, publication } = live().facts.creator;
  const problem = passwordProblem(field(form, 'password'), [name, publication], say);
  if (problem) return { password: problem };
  return field(form, 'again') === field(form, 'password') ? {} : { again: say('This is not the same as above.') };
}

/** Tries are counted for the session: somebody who found the browser open has no more of them than at sign-in. */
async function problemsOfOld(form: Form, deps: ConsoleDeps, { session, say }: Asked): Promise<Problems> {
  const checked = await checkPassword(deps, field(form, 'old'), { client: `session ${session.id}`, isKnown: true });
  return checked.outcome === 'right' ? {} : { old: passwordRefusal(checked, say) };
}

async function problemsOf(form: Form, deps: ConsoleDeps, asked: Asked, hasPassword: boolean): Promise<Problems> {
  const problems = problemsOfNew(form, deps, asked);
  const isAsked = asksOldPassword(deps, asked.session, hasPassword);
  return Object.keys(problems).length > 0 || !isAsked ? problems : problemsOfOld(form, deps, asked);
}

export const setPassword: Action = async (deps, form, asked): Promise<Done> => {
  const { db } = deps.store;
  const hasPassword = (await passwordHash(db)) !== undefined;
  if (!hasPassword && !isFresh(deps, asked.session)) return { to: '/account', notice: 'signInAgain' };
  const problems = await problemsOf(form, deps, asked, hasPassword);
  if (Object.keys(problems).length > 0) {
    const model = await accountModel(deps, asked, problems);
    return { view: 'account', model, problem: asked.say('The password was not kept. See below why.') };
  }
  const hash = await hashPassword(field(form, 'password'));
  await db.transaction().execute(async (tx) => {
    await savePassword(tx, hash, deps.now());
    await endOtherSessions(tx, asked.session.id);
    await record(tx, hasPassword ? 'password.changed' : 'password.set', 'password', deps.now());
  });
  return { to: '/account', notice: hasPassword ? 'passwordChanged' : 'passwordSet' };
};
