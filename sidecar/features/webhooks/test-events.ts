// Helpers for tests of events: an empty store, approved subscribers, a manual clock and a fake HTTP client.
import { approveSubscription, type NewSubscription, createSubscription } from './subscriptions.ts';
import type { EventType } from '#contract/schemas/webhooks.ts';
import type { Post, PostResponse } from '../../outgoing/post.ts';
import type { Store } from '../../storage/store.ts';
import type { Worker } from '../../storage/queue.ts';
import { createDeliveryWorker, type WorkerDeps } from './worker.ts';
import { emitAll } from './emit.ts';

export const startTime = Date.parse('2026-05-01T12:00:00Z');

export async function emptyEventTables({ db }: Store): Promise<void> {
  const announcements = ['announced', 'announcedRelease', 'announcedVersions', 'sentNotices'] as const;
  for (const table of ['deliveries', 'events', 'subscriptions', ...announcements, 'audit'] as const)
    await db.deleteFrom(table).execute();
}

export async function createSubscriber(
  { db }: Store,
  name: string,
  events: EventType[] = ['content.published'],
  digest: { digestSchedule?: 'daily' | 'weekly'; digestWindow?: '7d' | '30d' } = {},
): Promise<NewSubscription> {
  return db.transaction().execute(async (tx) => {
    const request = { callbackUrl: `https://${name}.example/hook`, events: events as never, ...digest };
    const created = await createSubscription(tx, request, startTime);
    await approveSubscription(tx, created.id, 'creator', startTime);
    return created;
  });
}

/** Queues `count` events content.published of items 1, 2, 3 … */
export async function publishItems({ db }: Store, count: number, now = startTime): Promise<void> {
  const item = (n: number) => ({
    id: String(n),
    type: 'video',
    title: `Item ${n}`,
    url: 'https://r.example/',
    date: '',
  });
  const list = Array.from({ length: count }, (_, i) => ({
    type: 'content.published' as const,
    payload: { item: item(i + 1), publishedAt: new Date(now).toISOString() },
  }));
  await db.transaction().execute((tx) => emitAll(tx, list, now));
}

export interface SentRequest {
  /** First label of the host. */
  to: string;
  /** Id of the item, or the type of the event. */
  what: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export interface Clock {
  now: number;
}

export interface TestWorker extends Worker {
  sent: SentRequest[];
}

type Answer = (sent: SentRequest, stop: AbortSignal) => PostResponse | Promise<PostResponse>;

export const answerWithStatus = (code: number, retryAfter?: string): PostResponse => ({ status: code, retryAfter });

export function createTestWorker(
  store: Store,
  clock: Clock,
  answer: Answer = () => answerWithStatus(200),
  deps: Partial<WorkerDeps> = {},
): TestWorker {
  const sent: SentRequest[] = [];
  const post: Post = async (url, headers, body, stop) => {
    const { event, item } = JSON.parse(body);
    const one = { to: new URL(url).hostname.split('.')[0]!, what: item?.id ?? event, headers, body, at: clock.now };
    sent.push(one);
    return answer(one, stop);
  };
  const onProblem = (error: Error) => {
    throw error;
  };
  const worker = createDeliveryWorker({ store, post, now: () => clock.now, random: () => 0.5, onProblem, ...deps });
  return { ...worker, sent };
}
