// Reads the live prices and the availability of speech recognition for a build, from store, wallet and settings.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { needsWallet } from '#domain/access/live-prices.ts';
import { selectSellablePrices } from '../../sidecar/features/access/live-prices.ts';
import { openWallet } from '../../sidecar/features/access/wallets/open.ts';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { canTranscribe, type Settings } from '../../sidecar/settings/settings.ts';
import { type Io, printError } from '../io.ts';
import { withRoomStore } from '../store.ts';
import type { CatalogOptions } from './catalog.ts';

/** Timeout for the wallet. A build can wait longer than a visitor. */
const patienceMs = 5000;

async function readLivePrices(io: Io, file: AccessFile, kind: Settings['wallet']['kind']): Promise<AccessFile> {
  if (!needsWallet(file) || kind === 'development') return file;
  const live = await withRoomStore(io.env, async ({ db }, settings) => {
    const { send } = openOutgoing(settings);
    const wallet = openWallet(settings.wallet, { db, now: Date.now, send, timeoutMs: patienceMs });
    return selectSellablePrices({ db, wallet, send }, file).finally(() => wallet.close());
  });
  const why = kind === 'none' ? 'no wallet is set up' : 'the wallet has not passed its test';
  if (live !== file) printError(io, `Build: new prices in access.json are not live, because ${why}`);
  return live;
}

export const priceOptions = (io: Io, settings: Pick<Settings, 'wallet' | 'transcribe'>): CatalogOptions => ({
  livePrices: (file) => readLivePrices(io, file, settings.wallet.kind),
  transcribes: canTranscribe(settings),
});
