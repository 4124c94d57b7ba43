// Answers /healthz (the process is alive) and /readyz (it can serve). They are for the operator, so that only direct
// requests are answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Release } from '../release/release.ts';
import { proxyWarning } from '../http/untrusted-proxy.ts';
import { StoreLost } from '../storage/file-guard.ts';
import { writeState } from '../storage/state.ts';
import type { Store } from '../storage/store.ts';
import { classifyStoreError, type StoreTrouble } from '../storage/store-errors.ts';

export interface HealthDeps {
  live: () => Release;
  store: Pick<Store, 'db'>;
  stopping?: () => boolean;
  /** Role of this machine in its fleet. */
  role?: string;
  /** Returns a description of damage of the live release. */
  damage?: () => string | undefined;
  /** Address of an untrusted proxy, because of which all visitors share one rate limit. */
  untrustedProxy?: () => string | undefined;
  /** Time after which a database that does not answer counts as unreachable. */
  storePatienceMs?: number;
}

export const healthPaths = ['/healthz', '/readyz'];

/** Returns true for a request that a proxy forwarded from the public, which gets no answer here. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via'].some((name) => headers[name] !== undefined);

const noAnswer = 'The store does not answer.';

const troubles: Partial<Record<StoreTrouble, string>> = {
  full: 'The store accepts nothing: its disk is full.',
  read_only: 'The store accepts nothing: it cannot be written.',
};

function problemOf(error: Error): string {
  if (error instanceof StoreLost) return error.message;
  const trouble = classifyStoreError(error);
  return (trouble && troubles[trouble]) ?? noAnswer;
}

/** A database on a full disk can still be read, so only a write shows if it is usable. */
const storeProblem = (store: Pick<Store, 'db'>, patienceMs: number): Promise<string | undefined> =>
  Promise.race([
    sleep(patienceMs, noAnswer, { ref: false }),
    writeState(store.db, 'storeChecks', { writtenAt: Date.now() }).then(() => undefined, problemOf),
  ]);

const notReady = (message: string, reason: string) => new ApiError('unavailable', message, { reason });

export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { live, store, stopping = () => false, damage = () => undefined, storePatienceMs = 2000 } = deps;
  const checks: Record<string, () => Promise<object>> = {
    '/healthz': async () => ({ status: 'alive' }),
    '/readyz': async () => {
      if (stopping()) throw notReady('The sidecar is stopping.', 'stopping');
      const missing = damage();
      if (missing) throw notReady(`The live release is damaged: ${missing}.`, 'release');
      const storeSays = await storeProblem(store, storePatienceMs);
      if (storeSays) throw notReady(storeSays, 'store');
      const proxy = deps.untrustedProxy?.();
      const warnings = proxy === undefined ? {} : { warnings: [proxyWarning(proxy)] };
      return { status: 'ready', release: live().id, role: deps.role, ...warnings };
    },
  };
  for (const url of healthPaths) {
    app.get(url, { exposeHeadRoute: true }, async (request, reply) => {
      if (isForwarded(request)) return reply.callNotFound();
      return reply.header('Cache-Control', 'no-store').send(await checks[url]!());
    });
  }
}
