// Nostr Wallet Connect (NIP-47): a wallet that is reached over a relay, with make_invoice and lookup_invoice.
import { sha256 } from '#domain/ids.ts';
import type { NWCClient } from '@getalby/sdk/nwc';
import { maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { walletTimeoutMs } from './rest.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

/** Read when it is first needed: other wallets do without. */
const connect = async (url: string): Promise<NWCClient> => {
  const { NWCClient: Client } = await import('@getalby/sdk/nwc');
  return new Client({ nostrWalletConnectUrl: url });
};

/** The client itself waits a minute. */
function withAnswerTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WalletTrouble('no answer')), walletTimeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const errorCode = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

const resubscribeMs = 60_000;

async function subscribe(client: () => Promise<NWCClient>, onPaid: (paymentHash: string) => void) {
  const wallet = await client();
  return wallet.subscribeNotifications(
    ({ notification_type: type, notification }) => {
      if (type === 'payment_received') onPaid(notification.payment_hash);
    },
    ['payment_received'],
  );
}

/** Renewed every minute: a subscription ends silently with the connection to its relay. */
function listenPersistently(client: () => Promise<NWCClient>, onPaid: (paymentHash: string) => void): () => void {
  let current: Promise<(() => void) | undefined> = Promise.resolve(undefined);
  const start = () => {
    const before = current;
    // Whatever asks the wallet reports an unreachable relay.
    current = subscribe(client, onPaid).catch(() => undefined);
    void Promise.all([before, current]).then(([end]) => end?.());
  };
  start();
  const timer = setInterval(start, resubscribeMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    void current.then((end) => end?.());
  };
}

export function nwcWallet(url: string): Wallet {
  let connection: Promise<NWCClient> | undefined;
  const client = () => {
    connection ??= connect(url);
    connection.catch(() => (connection = undefined));
    return connection;
  };
  /** The client's own messages may hold what was sent. */
  async function callClient<T>(work: (client: NWCClient) => Promise<T>): Promise<T | 'not_found'> {
    try {
      return await withAnswerTimeout(client().then(work));
    } catch (error) {
      if (errorCode(error) === 'NOT_FOUND') return 'not_found';
      throw new WalletTrouble(`The wallet cannot be asked over Nostr: ${errorCode(error) || (error as Error).name}`);
    }
  }
  return {
    name: 'nwc',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const about = isHashed ? { description_hash: sha256(description) } : { description };
      const made = await callClient((wallet) =>
        wallet.makeInvoice({ amount: amountMsat, ...about, expiry: expirySec }),
      );
      const { invoice, payment_hash: paymentHash } = made === 'not_found' ? {} : made;
      return readNewInvoice('The wallet', invoice, paymentHash);
    },
    lookupInvoice: async (paymentHash) => {
      const found = await callClient((wallet) => wallet.lookupInvoice({ payment_hash: paymentHash }));
      if (found === 'not_found') return { state: 'unknown' };
      // Wallets from before `state` was added say when it was settled.
      const isSettled = found.state === undefined ? found.settled_at > 0 : found.state === 'settled';
      return isSettled ? readSettlement(found.preimage, found.amount, found.fees_paid) : { state: 'open' };
    },
    listReceived: async (since) => {
      const asked = { from: Math.floor(since / 1000), type: 'incoming', unpaid: false, limit: maxListed } as const;
      const listed = await callClient((wallet) => wallet.listTransactions(asked));
      const all = listed === 'not_found' ? [] : listed.transactions;
      return readReceived(since, all, ({ payment_hash, amount, settled_at }) => [payment_hash, amount, settled_at]);
    },
    listen: (onPaid) => listenPersistently(client, onPaid),
    close: () => void connection?.then((wallet) => wallet.close()).catch(() => undefined),
  };
}
