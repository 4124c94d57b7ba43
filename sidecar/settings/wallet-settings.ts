// Which wallet the settings name, and whether they say all that it needs.
import { type SettingName, settings } from '#contract/settings.ts';

export type WalletSettings =
  | { kind: 'none' | 'development' }
  | { kind: 'nwc'; url: string }
  | { kind: 'lnd'; url: string; macaroon: string; certFile: string | undefined }
  | { kind: 'phoenixd'; url: string; password: string }
  | { kind: 'lnbits'; url: string; key: string }
  | { kind: 'cln'; url: string; rune: string; certFile: string | undefined }
  | { kind: 'btcpay'; url: string; store: string; key: string };

export interface WalletContext {
  baseUrl: string;
  /** NODE_ENV says so. */
  isProduction: boolean;
}

interface WalletValues {
  wallet: Exclude<WalletSettings['kind'], 'none'> | undefined;
  nwcUrl: string | undefined;
  lndUrl: string | undefined;
  lndMacaroon: string | undefined;
  lndCert: string | undefined;
  phoenixdUrl: string;
  phoenixdPassword: string | undefined;
  lnbitsUrl: string | undefined;
  lnbitsKey: string | undefined;
  clnUrl: string | undefined;
  clnRune: string | undefined;
  clnCert: string | undefined;
  btcpayUrl: string | undefined;
  btcpayStore: string | undefined;
  btcpayKey: string | undefined;
}

const atHome = ({ baseUrl, isProduction }: WalletContext): boolean =>
  !isProduction && URL.canParse(baseUrl) && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);

export type SettingProblem = [name: SettingName, says: string];

/** What is missing joins `problems`. */
export function readWallet(
  given: WalletValues,
  surroundings: WalletContext,
  problems: SettingProblem[],
): WalletSettings {
  const need = (name: SettingName, value: string | undefined): string => {
    if (value === undefined) problems.push([name, `${name}: WALLET=${given.wallet} needs it. ${settings[name].doc}`]);
    return value ?? '';
  };
  switch (given.wallet) {
    case 'nwc':
      return { kind: 'nwc', url: need('NWC_URL', given.nwcUrl) };
    case 'lnd':
      return {
        kind: 'lnd',
        url: need('LND_URL', given.lndUrl),
        macaroon: need('LND_MACAROON', given.lndMacaroon),
        certFile: given.lndCert,
      };
    case 'phoenixd':
      return { kind: 'phoenixd', url: given.phoenixdUrl, password: need('PHOENIXD_PASSWORD', given.phoenixdPassword) };
    case 'lnbits':
      return { kind: 'lnbits', url: need('LNBITS_URL', given.lnbitsUrl), key: need('LNBITS_KEY', given.lnbitsKey) };
    case 'cln':
      return {
        kind: 'cln',
        url: need('CLN_URL', given.clnUrl),
        rune: need('CLN_RUNE', given.clnRune),
        certFile: given.clnCert,
      };
    case 'btcpay':
      return {
        kind: 'btcpay',
        url: need('BTCPAY_URL', given.btcpayUrl),
        store: need('BTCPAY_STORE', given.btcpayStore),
        key: need('BTCPAY_KEY', given.btcpayKey),
      };
    case 'development':
      if (!atHome(surroundings)) problems.push(['WALLET', refusal]);
      return { kind: 'development' };
    case undefined:
      return { kind: atHome(surroundings) ? 'development' : 'none' };
  }
}

const refusal =
  'WALLET is development: it pays itself, and is refused where NODE_ENV is production or BASE_URL is not at home';
