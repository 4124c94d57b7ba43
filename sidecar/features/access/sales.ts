// Tests the wallet of a room with prices and warns its creator at the start.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { walletTester } from './live-prices.ts';
import { readContentFile } from '../../console/content/content-file.ts';
import { findIncomeProblem } from './console/income-problem.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import { consoleTranslatorFor } from '../../console/messages/messages.ts';
import type { Send } from '../../outgoing/outgoing.ts';
import type { Wallet } from './wallets/wallet.ts';

interface SalesDeps extends Pick<ConsoleDeps, 'desk' | 'live' | 'about' | 'store'> {
  wallet: Wallet;
  send: Send;
  requestBuild: () => Promise<void>;
}

export const openSales = (deps: SalesDeps) => ({
  testWallet: walletTester({
    db: deps.store.db,
    wallet: deps.wallet,
    send: deps.send,
    readAccess: async () => (await readContentFile(deps.desk, 'access.json', AccessFile)).value,
    requestBuild: deps.requestBuild,
  }),
  warn: async (log: { warn: (text: string) => void }): Promise<void> => {
    const problem = await findIncomeProblem(deps, consoleTranslatorFor('en'));
    if (problem) log.warn(problem);
  },
});
