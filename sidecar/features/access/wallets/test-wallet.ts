// Test helper that starts scripts/wallet.ts, a Lightning wallet without real money, as a process.
import { startScript } from '#sidecar/outgoing/test-script.ts';

export interface TestWallet {
  url: string;
  nwcUrl: string;
  macaroon: string;
  password: string;
  key: string;
  rune: string;
  store: string;
  /** Pays an invoice and returns the preimage. */
  pay: (invoice: string) => Promise<string>;
  setDown: (isDown: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startTestWallet(): Promise<TestWallet> {
  const { output: said, stop } = await startScript('wallet');
  const addresses = JSON.parse(said) as Omit<TestWallet, 'pay' | 'down' | 'stop'>;
  const control = async (body: object) => {
    const answer = await fetch(`${addresses.url}/control`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { preimage: string | null };
  };
  return {
    ...addresses,
    pay: async (invoice) => {
      const { preimage } = await control({ pay: invoice });
      if (preimage === null) throw new Error('the invoice does not belong to this wallet');
      return preimage;
    },
    setDown: async (isDown) => void (await control({ down: isDown })),
    stop,
  };
}
