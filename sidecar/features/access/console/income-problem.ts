// The reason why a room that sells something has no income, for the line above every page of the console.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { describeProblem } from '#contract/validation.ts';
import { isPaywalled } from '#domain/access/access.ts';
import { needsWallet } from '#domain/access/live-prices.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { isPayeeTested, takesUsdcAlone } from '../live-prices.ts';
import { readContentFile } from '#sidecar/console/content/content-file.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { findUnusablePricesInForm } from '#sidecar/console/room/unusable-prices.ts';
import { translateFileProblem } from '#sidecar/console/messages/problems.ts';
import type { ConsoleTranslate, ConsoleMessage } from '#sidecar/console/messages/messages.ts';

interface IncomeDeps extends Pick<ConsoleDeps, 'desk' | 'live' | 'about'> {
  store: Pick<ConsoleDeps['store'], 'db'>;
  wallet: Pick<Wallet, 'name' | 'id' | 'downSince'>;
}

const texts = {
  none: 'You have set prices or tips, but no wallet. Nobody can pay you, and new prices are not live.',
  noneLocked: 'You sell something, but no wallet is set. Nobody can pay for what is locked.',
  development: 'The development wallet pays itself, so no money reaches you. Set up a real wallet before you publish.',
  usdcAlone: 'No Lightning wallet is set. Programs can pay you in USDC; people cannot pay or give tips.',
  noFacilitator: 'Your USDC facilitator has not answered a test yet. Your new prices go live when it does.',
  untested: 'Your wallet has not answered a test yet. Your new prices go live when it does.',
} as const satisfies Record<string, ConsoleMessage>;

const formatTime = ({ locale }: ConsoleTranslate, at: number): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Undefined if nothing stops income, or nothing is sold. */
export async function findIncomeProblem(deps: IncomeDeps, t: ConsoleTranslate): Promise<string | undefined> {
  const { value: file } = await readContentFile(deps.desk, 'access.json', AccessFile);
  if (!file || !needsWallet(file)) return undefined;
  const [nothing] = findUnusablePricesInForm(deps, file);
  if (nothing) return t('A price is wrong: {problem}', { problem: translateFileProblem(t, describeProblem(nothing)) });
  const { wallet } = deps;
  const isTested = () => isPayeeTested({ db: deps.store.db, wallet }, file);
  if (takesUsdcAlone({ wallet }, file)) return t((await isTested()) ? texts.usdcAlone : texts.noFacilitator);
  if (wallet.name === 'none') return t(isPaywalled(deps.live().facts.access) ? texts.noneLocked : texts.none);
  if (wallet.name === 'development') return t(texts.development);
  const since = wallet.downSince?.();
  if (since !== undefined)
    return t('Your wallet has not answered since {time}. Nobody can pay you until it does.', {
      time: formatTime(t, since),
    });
  return (await isTested()) ? undefined : t(texts.untested);
}
