// Stores a form that arrives after its session ended, for a browser that has signed in before, and shows it again after
// the next sign-in. It is never submitted automatically, and forms with passwords are not stored.
import type { FastifyRequest } from 'fastify';
import { hourMs } from '#domain/instants.ts';
import type { Db } from '../storage/store.ts';
import type { FormValues } from './page.ts';
import type { ConsoleDeps } from './deps.ts';
import { identifyGuesser } from './sign-in/known-browser.ts';
import type { Session } from './sign-in/sessions.ts';

const storedForMs = hourMs;

interface StoredForm {
  /** Path of the action that the form was sent to. */
  action: string;
  params: Record<string, string>;
  form: FormValues;
  at: number;
}

/** Returns the id of a browser that has signed in before. Strangers have none and cannot fill the store. */
export async function findKnownBrowserId(deps: ConsoleDeps, request: FastifyRequest): Promise<string | undefined> {
  const { client, isKnown } = await identifyGuesser(deps, request);
  return isKnown ? client : undefined;
}

async function deleteExpired(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('formDrafts')
    .where('createdAt', '<', now - storedForMs)
    .execute();
}

async function saveStoredForm(db: Db, browser: string, { action, params, form, at }: StoredForm): Promise<void> {
  const row = { action, params: JSON.stringify(params), form: JSON.stringify(form), createdAt: at };
  await db
    .insertInto('formDrafts')
    .values({ browser, ...row })
    .onConflict((on) => on.column('browser').doUpdateSet(row))
    .execute();
}

/** Stores the form. Returns false for unknown browsers. */
export async function storeForm(deps: ConsoleDeps, request: FastifyRequest, action: string): Promise<boolean> {
  const browser = await findKnownBrowserId(deps, request);
  if (browser === undefined) return false;
  const { csrf: _, ...form } = (request.body ?? {}) as FormValues;
  const params = request.params as Record<string, string>;
  const storedForm: StoredForm = { action, params, form, at: deps.now() };
  await deleteExpired(deps.store.db, deps.now());
  await saveStoredForm(deps.store.db, browser, storedForm);
  return true;
}

async function takeStoredForm(db: Db, owner: string, now: number): Promise<StoredForm | undefined> {
  await deleteExpired(db, now);
  const row = await db.deleteFrom('formDrafts').where('browser', '=', owner).returningAll().executeTakeFirst();
  if (!row) return undefined;
  const { action, params, form, createdAt: at } = row;
  return { action, params: JSON.parse(params) as StoredForm['params'], form: JSON.parse(form) as FormValues, at };
}

/** Moves the form to the new session, because sign-in changes the browser's id. Returns false if there is none. */
export async function moveFormToSession(
  deps: ConsoleDeps,
  request: FastifyRequest,
  sessionId: string,
): Promise<boolean> {
  const browser = await findKnownBrowserId(deps, request);
  const storedForm = browser && (await takeStoredForm(deps.store.db, browser, deps.now()));
  if (!storedForm) return false;
  await saveStoredForm(deps.store.db, sessionId, storedForm);
  return true;
}

/** Returns the form of a session and deletes it. */
export const takeFormOfSession = ({ store, now }: ConsoleDeps, { id }: Session): Promise<StoredForm | undefined> =>
  takeStoredForm(store.db, id, now());
