// Reads the wallet that the settings name and checks that its settings are complete.
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
  /** True if NODE_ENV is production. */
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

const isAtHome = ({ baseUrl, isProduction }: WalletContext): boolean =>
  !isProduction && URL.canParse(baseUrl) && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);

/** The setting that a problem belongs to, and the message. */
export type SettingProblem = [name: SettingName, message: string];

/** Reads the wallet; adds missing settings to `problems`. */
export function readWallet(values: WalletValues, context: WalletContext, problems: SettingProblem[]): WalletSettings {
  const need = (name: SettingName, value: string | undefined): string => {
    if (value === undefined) problems.push([name, `${name}: WALLET=${values.wallet} needs it. ${settings[name].doc}`]);
    return value ?? '';
  };
  switch (values.wallet) {
    case 'nwc':
      return { kind: 'nwc', url: need('NWC_URL', values.nwcUrl) };
    case 'lnd':
      return {
        kind: 'lnd',
        url: need('LND_URL', values.lndUrl),
        macaroon: need('LND_MACAROON', values.lndMacaroon),
        certFile: values.lndCert,
      };
    case 'phoenixd':
      return {
        kind: 'phoenixd',
        url: values.phoenixdUrl,
        password: need('PHOENIXD_PASSWORD', values.phoenixdPassword),
      };
    case 'lnbits':
      return { kind: 'lnbits', url: need('LNBITS_URL', values.lnbitsUrl), key: need('LNBITS_KEY', values.lnbitsKey) };
    case 'cln':
      return {
        kind: 'cln',
        url: need('CLN_URL', values.clnUrl),
        rune: need('CLN_RUNE', values.clnRune),
        certFile: values.clnCert,
      };
    case 'btcpay':
      return {
        kind: 'btcpay',
        url: need('BTCPAY_URL', values.btcpayUrl),
        store: need('BTCPAY_STORE', values.btcpayStore),
        key: need('BTCPAY_KEY', values.btcpayKey),
      };
    case 'development':
      if (!isAtHome(context)) problems.push(['WALLET', refusal]);
      return { kind: 'development' };
    case undefined:
      return { kind: isAtHome(context) ? 'development' : 'none' };
  }
}

const refusal =
  'WALLET is development: this wallet pays its own invoices and works only if NODE_ENV is not production and BASE_URL is on this machine';
