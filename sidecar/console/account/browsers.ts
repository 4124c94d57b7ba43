// Actions that sign out this browser, another one or all others.
import { type RunAction, formField } from '../page.ts';
import { endOtherSessions, endSession } from '../sign-in/sessions.ts';
import { recordSignInEvent } from '../sign-in/audit-log.ts';

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
