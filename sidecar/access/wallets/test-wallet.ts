// For tests: scripts/wallet.ts as a process of the test's own, a Lightning wallet that moves no money.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';

export interface TestWallet {
  url: string;
  nwcUrl: string;
  macaroon: string;
  password: string;
  key: string;
  /** As somebody's wallet would; gives the preimage. */
  pay: (invoice: string) => Promise<string>;
  down: (isDown: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');

export async function startTestWallet(): Promise<TestWallet> {
  const child = spawn(process.execPath, ['scripts/wallet.ts'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the wallet ended with ${code}`))),
  ]);
  const addresses = JSON.parse(String(line)) as Omit<TestWallet, 'pay' | 'down' | 'stop'>;
  const control = async (body: object) => {
    const answer = await fetch(`${addresses.url}/control`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { preimage: string | null };
  };
  return {
    ...addresses,
    pay: async (invoice) => {
      const { preimage } = await control({ pay: invoice });
      if (preimage === null) throw new Error('the invoice is not of this wallet');
      return preimage;
    },
    down: async (isDown) => void (await control({ down: isDown })),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
