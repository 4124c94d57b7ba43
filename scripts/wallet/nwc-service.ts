// The wallet's side of Nostr Wallet Connect (NIP-47): answers make_invoice, lookup_invoice, list_transactions and pay_invoice.
import { finalizeEvent, generateSecretKey, getPublicKey, nip44, type Event } from 'nostr-tools';
import { Relay } from 'nostr-tools/relay';
import { type Ledger, type LedgerInvoice, nowSec } from './ledger.ts';

const kinds = { info: 13194, request: 23194, response: 23195, notification: 23197 };

type Params = Record<string, unknown>;
type Outcome = { result: object } | { error: { code: string; message: string } };

const failedOutcome = (code: string): Outcome => ({ error: { code, message: code.toLowerCase() } });

const toTransaction = (one: LedgerInvoice) => ({
  type: 'incoming',
  state: one.settledAtSec === undefined ? 'pending' : 'settled',
  invoice: one.invoice,
  description: one.description,
  payment_hash: one.paymentHash,
  amount: one.amountMsat,
  created_at: one.createdAtSec,
  expires_at: one.createdAtSec + one.expirySec,
  ...(one.settledAtSec !== undefined && { preimage: one.preimage, settled_at: one.settledAtSec }),
});

const methods: Record<string, (ledger: Ledger, params: Params) => Outcome> = {
  make_invoice: (ledger, { amount, description = '', description_hash: hash, expiry }) => {
    const about = { description: String(description), descriptionHash: hash as string | undefined };
    const wanted = { amountMsat: Number(amount), ...about, expirySec: Number(expiry) };
    return { result: toTransaction(ledger.create(wanted)) };
  },
  lookup_invoice: (ledger, { payment_hash: hash }) => {
    const found = ledger.find(String(hash));
    return found ? { result: toTransaction(found) } : failedOutcome('NOT_FOUND');
  },
  list_transactions: (ledger, { from = 0 }) => ({
    result: {
      transactions: ledger
        .all()
        .filter(({ settledAtSec = 0 }) => settledAtSec > Number(from))
        .map(toTransaction),
    },
  }),
  pay_invoice: (ledger, { invoice }) => {
    const preimage = ledger.pay(String(invoice));
    return preimage ? { result: { preimage } } : failedOutcome('PAYMENT_FAILED');
  },
};

/** Gives the address that a client connects with. */
export async function serveNwc(relayUrl: string, ledger: Ledger): Promise<string> {
  const [own, client] = [generateSecretKey(), generateSecretKey()];
  const key = nip44.getConversationKey(own, getPublicKey(client));
  const relay = await Relay.connect(relayUrl);
  const publish = (kind: number, tags: string[][], content: string) =>
    relay.publish(finalizeEvent({ kind, created_at: nowSec(), tags, content }, own));
  const answer = async (event: Event) => {
    const { method, params } = JSON.parse(nip44.decrypt(event.content, key)) as { method: string; params: Params };
    const outcome = methods[method]?.(ledger, params) ?? failedOutcome('NOT_IMPLEMENTED');
    const tags = [['p', event.pubkey], ['e', event.id]]; // prettier-ignore
    await publish(kinds.response, tags, nip44.encrypt(JSON.stringify({ result_type: method, ...outcome }), key));
  };
  // A service that hung for a while finds that the relay took too long; what it had to say is lost then.
  const failed = (error: Error) => console.error(error.message);
  relay.subscribe([{ kinds: [kinds.request], '#p': [getPublicKey(own)] }], {
    onevent: (event) => void answer(event).catch(failed),
  });
  ledger.onPaid((invoice) => {
    const told = { notification_type: 'payment_received', notification: toTransaction(invoice) };
    const content = nip44.encrypt(JSON.stringify(told), key);
    publish(kinds.notification, [['p', getPublicKey(client)]], content).catch(failed);
  });
  const tags = [['encryption', 'nip44_v2'], ['notifications', 'payment_received']]; // prettier-ignore
  await publish(kinds.info, tags, [...Object.keys(methods), 'notifications'].join(' '));
  const secret = Buffer.from(client).toString('hex');
  return `nostr+walletconnect://${getPublicKey(own)}?relay=${encodeURIComponent(relayUrl)}&secret=${secret}`;
}
