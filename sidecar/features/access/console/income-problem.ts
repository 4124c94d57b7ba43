// Finds the reason why a room with prices cannot get income, for the notice above every page of the console.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { isPaywalled } from '#domain/access/access.ts';
import { needsWallet } from '#domain/access/live-prices.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { isPayeeTested, takesUsdcAlone } from '../live-prices.ts';
import { readContentFile } from '#sidecar/console/content/content-file.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { findUnusablePricesInForm } from '#sidecar/console/room/unusable-prices.ts';
import { describeFileProblems } from '#sidecar/console/room/file-problems.ts';
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

/** Returns the problem, or undefined if there is none or the room has no prices. */
export async function findIncomeProblem(deps: IncomeDeps, t: ConsoleTranslate): Promise<string | undefined> {
  const { value: file } = await readContentFile(deps.desk, 'access.json', AccessFile);
  if (!file || !needsWallet(file)) return undefined;
  const [unusable] = findUnusablePricesInForm(deps, file);
  if (unusable) return t('A price is wrong: {problem}', { problem: describeFileProblems(t, [unusable])[0]!.text });
  const isTested = () => isPayeeTested({ db: deps.store.db, wallet: deps.wallet }, file);
  if (takesUsdcAlone(deps, file)) return t((await isTested()) ? texts.usdcAlone : texts.noFacilitator);
  return findWalletProblem(deps, t) ?? ((await isTested()) ? undefined : t(texts.untested));
}

function findWalletProblem({ wallet, live }: IncomeDeps, t: ConsoleTranslate): string | undefined {
  if (wallet.name === 'none') return t(isPaywalled(live().facts.access) ? texts.noneLocked : texts.none);
  if (wallet.name === 'development') return t(texts.development);
  const since = wallet.downSince?.();
  if (since === undefined) return undefined;
  const time = formatTime(t, since);
  return t('Your wallet has not answered since {time}. Nobody can pay you until it does.', { time });
}
