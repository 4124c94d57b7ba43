// A Lightning wallet that moves no money, gone afterwards: scripts/wallet.ts.
import process from 'node:process';
import { startScript } from './script.ts';

export interface LightningWallet {
  url: string;
  nwcUrl: string;
  macaroon: string;
  password: string;
  key: string;
  rune: string;
  store: string;
  /** Pays an invoice like a wallet, and returns the preimage. */
  pay: (invoice: string) => Promise<string>;
  /** Makes the facilitator break the connection after settling. Returns the settled amount in USDC. */
  lose: (isLost: boolean) => Promise<string[]>;
  /** Breaks every connection until it is told otherwise. */
  down: (isDown: boolean) => Promise<void>;
  /** Connections stay and are taken, but nothing is answered until it is told otherwise. */
  hang: (isHung: boolean) => void;
  stop: () => Promise<void>;
}

export async function startWallet(): Promise<LightningWallet> {
  const { said, pid, stop } = await startScript('wallet');
  const addresses = JSON.parse(said) as Omit<LightningWallet, 'pay' | 'lose' | 'down' | 'hang' | 'stop'>;
  const hang = (isHung: boolean) => void process.kill(pid, isHung ? 'SIGSTOP' : 'SIGCONT');
  const wake = () => hang(false);
  process.once('exit', wake);
  const control = async (body: object) => {
    const answer = await fetch(`${addresses.url}/control`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { preimage: string | null; settled: string[] };
  };
  return {
    ...addresses,
    pay: async (invoice) => (await control({ pay: invoice })).preimage!,
    lose: async (lose) => (await control({ lose })).settled,
    down: async (isDown) => void (await control({ down: isDown })),
    hang,
    stop: () => {
      process.off('exit', wake);
      wake();
      return stop();
    },
  };
}

/** A payer that counts. */
export function countingPayer({ pay }: Pick<LightningWallet, 'pay'>) {
  const counted = { paid: 0 };
  const payInvoice = async ({ invoice }: { invoice: string }) => {
    counted.paid++;
    return { preimage: await pay(invoice) };
  };
  return { counted, payer: { payInvoice } };
}
