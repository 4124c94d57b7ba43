// A Lightning wallet that moves no money, gone afterwards: scripts/wallet.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface LightningWallet {
  url: string;
  nwcUrl: string;
  macaroon: string;
  password: string;
  key: string;
  /** As a payer's wallet would; gives the preimage. */
  pay: (invoice: string) => Promise<string>;
  /** Breaks every connection until it is told otherwise. */
  down: (isDown: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startWallet(): Promise<LightningWallet> {
  const cwd = resolve(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['scripts/wallet.ts'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the wallet ended with ${code}`))),
  ]);
  const addresses = JSON.parse(String(line)) as Omit<LightningWallet, 'pay' | 'down' | 'stop'>;
  const control = async (body: object) => {
    const answer = await fetch(`${addresses.url}/control`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { preimage: string | null };
  };
  return {
    ...addresses,
    pay: async (invoice) => (await control({ pay: invoice })).preimage!,
    down: async (isDown) => void (await control({ down: isDown })),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
