// Zaps (NIP-57): tips that a Nostr event asks for, and the receipt that relays get once they are paid.
import { makeZapReceipt, validateZapRequest } from 'nostr-tools/nip57';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { hourMs } from '#domain/instants.ts';
import type { TellRelay } from '../outgoing/relay.ts';
import type { Db } from '../store/store.ts';
import type { Derive } from './secret.ts';

const longest = 8000;
const mostRelays = 5;

const keyOf = (derive: Derive): Buffer => derive('zap', 'receipts');

/** What signs the receipts. */
export const zapPubkey = (derive: Derive): string => getPublicKey(keyOf(derive));

interface ZapRequest {
  tags: string[][];
}

/** What is wrong with a request, or undefined (NIP-57, appendix D). */
export function zapProblem(text: string, amountMsat: string): string | undefined {
  if (text.length > longest) return 'nostr is too long';
  const problem = validateZapRequest(text);
  if (problem) return problem;
  const { kind, tags } = JSON.parse(text) as ZapRequest & { kind: number };
  const all = (name: string) => tags.filter(([tag]) => tag === name);
  if (kind !== 9734) return 'nostr is not a zap request';
  if (all('p').length !== 1 || all('e').length > 1) return 'nostr names more than one recipient';
  const [amount] = all('amount');
  return amount && amount[1] !== amountMsat ? 'nostr names another amount' : undefined;
}

interface ZapParts {
  db: Db;
  secret: () => Promise<Derive>;
  /** Milliseconds. */
  now: () => number;
  tellRelay: TellRelay;
}

/** A relay that was down may be back. */
const triedForMs = hourMs;

/** To be called again and again: sends one receipt; gives whether there was one. */
export async function sendZapReceipt({ db, secret, now, tellRelay }: ZapParts): Promise<boolean> {
  const paid = await db
    .selectFrom('invoices')
    .innerJoin('grants', 'grants.tokenId', 'invoices.tokenId')
    .select(['invoices.tokenId', 'invoices.invoice', 'invoices.zapRequest', 'grants.preimage', 'grants.createdAt'])
    .where('invoices.zapRequest', 'is not', null)
    .where('invoices.zapToldAt', 'is', null)
    .orderBy('grants.createdAt')
    .limit(1)
    .executeTakeFirst();
  if (!paid) return false;
  const { tokenId, invoice: bolt11, preimage } = paid;
  const zapRequest = paid.zapRequest!;
  const paidAt = new Date(Number(paid.createdAt));
  const receipt = makeZapReceipt({ zapRequest, bolt11, paidAt, ...(preimage && { preimage }) });
  const event = finalizeEvent(receipt, keyOf(await secret()));
  const [, ...relays] = (JSON.parse(zapRequest) as ZapRequest).tags.find(([tag]) => tag === 'relays')!;
  const told = await Promise.all(relays.slice(0, mostRelays).map((relay) => tellRelay(relay, event)));
  if (told.includes(true) || now() > paidAt.getTime() + triedForMs)
    await db.updateTable('invoices').set({ zapToldAt: now() }).where('tokenId', '=', tokenId).execute();
  return true;
}
