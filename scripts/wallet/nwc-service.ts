// Wallet service of Nostr Wallet Connect (NIP-47): make_invoice, lookup_invoice, list_transactions and pay_invoice.
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
    const invoice = ledger.create({
      amountMsat: Number(amount),
      description: String(description),
      descriptionHash: hash as string | undefined,
      expirySec: Number(expiry),
    });
    return { result: toTransaction(invoice) };
  },
  lookup_invoice: (ledger, { payment_hash: hash }) => {
    const invoice = ledger.find(String(hash));
    return invoice ? { result: toTransaction(invoice) } : failedOutcome('NOT_FOUND');
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

/** Starts the service and returns the connection address for a client. */
export async function serveNwc(relayUrl: string, ledger: Ledger): Promise<string> {
  const serviceKey = generateSecretKey();
  const clientKey = generateSecretKey();
  const key = nip44.getConversationKey(serviceKey, getPublicKey(clientKey));
  const relay = await Relay.connect(relayUrl);
  const publish = (kind: number, tags: string[][], content: string) =>
    relay.publish(finalizeEvent({ kind, created_at: nowSec(), tags, content }, serviceKey));
  const answer = async (event: Event) => {
    const { method, params } = JSON.parse(nip44.decrypt(event.content, key)) as { method: string; params: Params };
    const outcome = methods[method]?.(ledger, params) ?? failedOutcome('NOT_IMPLEMENTED');
    const tags = [
      ['p', event.pubkey],
      ['e', event.id],
    ];
    await publish(kinds.response, tags, nip44.encrypt(JSON.stringify({ result_type: method, ...outcome }), key));
  };
  // A message is lost if the relay times out, for example after the process was suspended.
  const logError = (error: Error) => console.error(error.message);
  relay.subscribe([{ kinds: [kinds.request], '#p': [getPublicKey(serviceKey)] }], {
    onevent: (event) => void answer(event).catch(logError),
  });
  ledger.onPaid((invoice) => {
    const notification = { notification_type: 'payment_received', notification: toTransaction(invoice) };
    const content = nip44.encrypt(JSON.stringify(notification), key);
    publish(kinds.notification, [['p', getPublicKey(clientKey)]], content).catch(logError);
  });
  const tags = [
    ['encryption', 'nip44_v2'],
    ['notifications', 'payment_received'],
  ];
  await publish(kinds.info, tags, [...Object.keys(methods), 'notifications'].join(' '));
  const secret = Buffer.from(clientKey).toString('hex');
  return `nostr+walletconnect://${getPublicKey(serviceKey)}?relay=${encodeURIComponent(relayUrl)}&secret=${secret}`;
}
