// Zaps (NIP-57): tips that a Nostr event requests, and the receipts that relays get after payment.
import { LRUCache } from 'lru-cache';
import { makeZapReceipt, validateZapRequest } from 'nostr-tools/nip57';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { hourMs } from '#domain/instants.ts';
import type { SendToRelay } from '../../outgoing/relay.ts';
import type { Db } from '../../storage/store.ts';
import type { Derive } from './secret.ts';

const maxRequestLength = 8000;
const maxRelays = 5;

const receiptKey = (derive: Derive): Buffer => derive('zap', 'receipts');

/** Returns the public key that signs receipts. */
export const zapPubkey = (derive: Derive): string => getPublicKey(receiptKey(derive));

interface ZapRequest {
  tags: string[][];
}

/** Returns the problem of a zap request, or undefined (NIP-57, appendix D). */
export function zapProblem(text: string, amountMsat: string): string | undefined {
  if (text.length > maxRequestLength) return 'nostr is too long';
  const problem = validateZapRequest(text);
  if (problem) return problem;
  const { kind, tags } = JSON.parse(text) as ZapRequest & { kind: number };
  const tagsNamed = (name: string) => tags.filter(([tag]) => tag === name);
  if (kind !== 9734) return 'nostr is not a zap request';
  if (tagsNamed('p').length !== 1 || tagsNamed('e').length > 1)
    return 'nostr must have one recipient and at most one event';
  const [amount] = tagsNamed('amount');
  return amount && amount[1] !== amountMsat ? 'nostr has a different amount' : undefined;
}

interface ZapDeps {
  db: Db;
  secret: () => Promise<Derive>;
  /** Returns milliseconds since the epoch. */
  now: () => number;
  tellRelay: SendToRelay;
}

/** Time during which sending is retried, in milliseconds. */
const retryForMs = hourMs;
/** Maximum number of receipts per run. */
const maxPerRun = 10;
/** Minimum pause between two attempts, in milliseconds. The pause is a quarter of the age of the receipt. */
const minPauseMs = 10_000;
const maxPaused = 1000;

const findUnsent = (db: Db, paused: string[]) =>
  db
    .selectFrom('invoices')
    .innerJoin('grants', 'grants.tokenId', 'invoices.tokenId')
    .select(['invoices.tokenId', 'invoices.invoice', 'invoices.zapRequest', 'grants.preimage', 'grants.createdAt'])
    .where('invoices.zapRequest', 'is not', null)
    .where('invoices.zapToldAt', 'is', null)
    .where('invoices.tokenId', 'not in', ['', ...paused])
    .orderBy('grants.createdAt')
    .limit(maxPerRun)
    .execute();
type Unsent = Awaited<ReturnType<typeof findUnsent>>[number];

/** Sends a receipt and returns true if a relay accepted it. */
async function sendReceipt({ secret, tellRelay }: ZapDeps, paid: Unsent, paidAt: Date): Promise<boolean> {
  const { invoice: bolt11, preimage } = paid;
  const zapRequest = paid.zapRequest!;
  const receipt = makeZapReceipt({ zapRequest, bolt11, paidAt, ...(preimage && { preimage }) });
  const event = finalizeEvent(receipt, receiptKey(await secret()));
  const [, ...relays] = (JSON.parse(zapRequest) as ZapRequest).tags.find(([tag]) => tag === 'relays')!;
  const sent = relays.slice(0, maxRelays).map((relay) => tellRelay(relay, event).catch(() => false));
  return (await Promise.all(sent)).includes(true);
}

/**
 * Returns a job that sends pending receipts independently of each other. Failed ones are retried later.
 */
export function zapSender(deps: ZapDeps): () => Promise<void> {
  const { db, now } = deps;
  const nextAttemptAt = new LRUCache<string, number>({ max: maxPaused });
  const send = async (paid: Unsent): Promise<void> => {
    const { tokenId, createdAt } = paid;
    const paidAt = new Date(Number(createdAt));
    const isSent = await sendReceipt(deps, paid, paidAt).catch(() => false);
    const ageMs = now() - paidAt.getTime();
    nextAttemptAt.set(tokenId, now() + Math.max(minPauseMs, ageMs / 4));
    if (isSent || ageMs > retryForMs)
      await db.updateTable('invoices').set({ zapToldAt: now() }).where('tokenId', '=', tokenId).execute();
  };
  return async () => {
    const paused = [...nextAttemptAt.entries()].flatMap(([tokenId, at]) => (at > now() ? [tokenId] : []));
    await Promise.all((await findUnsent(db, paused)).map(send));
  };
}
