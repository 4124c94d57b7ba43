// A form that comes after its session ended: kept for a while for a browser that has signed in before, and shown again after
// the next sign-in. It is never sent on by itself, and forms with passwords are not among those that can be shown again.
import type { FastifyRequest } from 'fastify';
import { hourMs } from '#domain/instants.ts';
import type { Db } from '../storage/store.ts';
import type { FormValues } from './page.ts';
import type { ConsoleDeps } from './deps.ts';
import { guesserOf } from './sign-in/known-browser.ts';
import type { Session } from './sign-in/sessions.ts';

const keptForMs = hourMs;

interface KeptForm {
  /** Name of the action that the form was sent to. */
  action: string;
  params: Record<string, string>;
  form: FormValues;
  at: number;
}

/** Strangers cannot fill the store: only a browser that once signed in has such a name. */
export async function browserOf(deps: ConsoleDeps, request: FastifyRequest): Promise<string | undefined> {
  const { client, isKnown } = await guesserOf(deps, request);
  return isKnown ? client : undefined;
}

async function dropOver(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('formDrafts')
    .where('createdAt', '<', now - keptForMs)
    .execute();
}

async function write(db: Db, browser: string, { action, params, form, at }: KeptForm): Promise<void> {
  const row = { action, params: JSON.stringify(params), form: JSON.stringify(form), createdAt: at };
  await db
    .insertInto('formDrafts')
    .values({ browser, ...row })
    .onConflict((on) => on.column('browser').doUpdateSet(row))
    .execute();
}

/** Returns whether the form was kept. */
export async function keepForm(deps: ConsoleDeps, request: FastifyRequest, action: string): Promise<boolean> {
  const browser = await browserOf(deps, request);
  if (browser === undefined) return false;
  const { csrf: _, ...form } = (request.body ?? {}) as FormValues;
  const params = request.params as Record<string, string>;
  const storedForm: KeptForm = { action, params, form, at: deps.now() };
  await dropOver(deps.store.db, deps.now());
  await write(deps.store.db, browser, storedForm);
  return true;
}

async function take(db: Db, owner: string, now: number): Promise<KeptForm | undefined> {
  await dropOver(db, now);
  const row = await db.deleteFrom('formDrafts').where('browser', '=', owner).returningAll().executeTakeFirst();
  if (!row) return undefined;
  const { action, params, form, createdAt: at } = row;
  return { action, params: JSON.parse(params) as KeptForm['params'], form: JSON.parse(form) as FormValues, at };
}

/** The browser's name changes as it signs in. Gives whether there is a form. */
export async function handOn(deps: ConsoleDeps, request: FastifyRequest, sessionId: string): Promise<boolean> {
  const browser = await browserOf(deps, request);
  const storedForm = browser && (await take(deps.store.db, browser, deps.now()));
  if (!storedForm) return false;
  await write(deps.store.db, sessionId, storedForm);
  return true;
}

/** Once. */
export const takeForm = ({ store, now }: ConsoleDeps, { id }: Session): Promise<KeptForm | undefined> =>
  take(store.db, id, now());
