// Nostr Wallet Connect (NIP-47): a wallet behind a relay, with make_invoice and lookup_invoice.
import { sha256 } from '#domain/ids.ts';
import type { NWCClient } from '@getalby/sdk/nwc';
import { maxListed, readNewInvoice, readReceived, readSettlement } from './read-answers.ts';
import { withTimeout } from './guarded.ts';
import { walletTimeoutMs } from './rest.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

/** Connects to the wallet. The package is loaded here because other wallets do not need it. */
const connect = async (url: string): Promise<NWCClient> => {
  const { NWCClient: Client } = await import('@getalby/sdk/nwc');
  return new Client({ nostrWalletConnectUrl: url });
};

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

/**
 * Subscribes to payments and renews the subscription every minute, since it ends silently when the relay disconnects.
 */
function listenPersistently(client: () => Promise<NWCClient>, onPaid: (paymentHash: string) => void): () => void {
  let current: Promise<(() => void) | undefined> = Promise.resolve(undefined);
  const start = () => {
    const before = current;
    // An unreachable relay is reported by other calls to the wallet.
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
  /** Calls the client. Its error messages may contain secrets and are not passed on. */
  async function callClient<T>(work: (client: NWCClient) => Promise<T>): Promise<T | 'not_found'> {
    try {
      // The client's own timeout is a minute.
      return await withTimeout(client().then(work), walletTimeoutMs);
    } catch (error) {
      if (errorCode(error) === 'NOT_FOUND') return 'not_found';
      throw new WalletTrouble(`The wallet cannot be reached over Nostr: ${errorCode(error) || (error as Error).name}`);
    }
  }
  return {
    name: 'nwc',
    createInvoice: async ({ amountMsat, description, isHashed, expirySec }) => {
      const text = isHashed ? { description_hash: sha256(description) } : { description };
      const answer = await callClient((wallet) =>
        wallet.makeInvoice({ amount: amountMsat, ...text, expiry: expirySec }),
      );
      const { invoice, payment_hash: paymentHash } = answer === 'not_found' ? {} : answer;
      return readNewInvoice('The wallet', invoice, paymentHash);
    },
    lookupInvoice: async (paymentHash) => {
      const invoice = await callClient((wallet) => wallet.lookupInvoice({ payment_hash: paymentHash }));
      if (invoice === 'not_found') return { state: 'unknown' };
      // Older wallets have only the time of settlement.
      const isSettled = invoice.state === undefined ? invoice.settled_at > 0 : invoice.state === 'settled';
      return isSettled ? readSettlement(invoice.preimage, invoice.amount, invoice.fees_paid) : { state: 'open' };
    },
    listReceived: async (since) => {
      const query = { from: Math.floor(since / 1000), type: 'incoming', unpaid: false, limit: maxListed } as const;
      const listed = await callClient((wallet) => wallet.listTransactions(query));
      const transactions = listed === 'not_found' ? [] : listed.transactions;
      return readReceived(since, transactions, ({ payment_hash, amount, settled_at }) => [
        payment_hash,
        amount,
        settled_at,
      ]);
    },
    listen: (onPaid) => listenPersistently(client, onPaid),
    close: () => void connection?.then((wallet) => wallet.close()).catch(() => undefined),
  };
}
