// A Lightning wallet that moves no money, gone afterwards: scripts/wallet.ts.
import { startScript } from './script.ts';

export interface LightningWallet {
  url: string;
  nwcUrl: string;
  macaroon: string;
  password: string;
  key: string;
  rune: string;
  store: string;
  /** As a payer's wallet would; gives the preimage. */
  pay: (invoice: string) => Promise<string>;
  /** Breaks every connection until it is told otherwise. */
  down: (isDown: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startWallet(): Promise<LightningWallet> {
  const { said, stop } = await startScript('wallet');
  const addresses = JSON.parse(said) as Omit<LightningWallet, 'pay' | 'down' | 'stop'>;
  const control = async (body: object) => {
    const answer = await fetch(`${addresses.url}/control`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { preimage: string | null };
  };
  return {
    ...addresses,
    pay: async (invoice) => (await control({ pay: invoice })).preimage!,
    down: async (isDown) => void (await control({ down: isDown })),
    stop,
  };
}
