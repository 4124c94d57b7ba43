// Reads the wallet that the settings name and checks that its settings are complete.
import { type SettingName, settings, type SettingValues } from '#contract/settings.ts';

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

const isAtHome = ({ baseUrl, isProduction }: WalletContext): boolean =>
  !isProduction && URL.canParse(baseUrl) && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);

/** The setting that a problem belongs to, and the message. */
export type SettingProblem = [name: SettingName, message: string];

/** Returns the value of a setting, or reports that it is missing. */
type RequireValue = (name: SettingName, value: string | undefined) => string;

const readers: Record<
  Exclude<WalletSettings['kind'], 'none' | 'development'>,
  (values: SettingValues, need: RequireValue) => WalletSettings
> = {
  nwc: ({ nwcUrl }, need) => ({ kind: 'nwc', url: need('NWC_URL', nwcUrl) }),
  lnd: ({ lndUrl, lndMacaroon, lndCert }, need) => ({
    kind: 'lnd',
    url: need('LND_URL', lndUrl),
    macaroon: need('LND_MACAROON', lndMacaroon),
    certFile: lndCert,
  }),
  phoenixd: ({ phoenixdUrl, phoenixdPassword }, need) => ({
    kind: 'phoenixd',
    url: phoenixdUrl,
    password: need('PHOENIXD_PASSWORD', phoenixdPassword),
  }),
  lnbits: ({ lnbitsUrl, lnbitsKey }, need) => ({
    kind: 'lnbits',
    url: need('LNBITS_URL', lnbitsUrl),
    key: need('LNBITS_KEY', lnbitsKey),
  }),
  cln: ({ clnUrl, clnRune, clnCert }, need) => ({
    kind: 'cln',
    url: need('CLN_URL', clnUrl),
    rune: need('CLN_RUNE', clnRune),
    certFile: clnCert,
  }),
  btcpay: ({ btcpayUrl, btcpayStore, btcpayKey }, need) => ({
    kind: 'btcpay',
    url: need('BTCPAY_URL', btcpayUrl),
    store: need('BTCPAY_STORE', btcpayStore),
    key: need('BTCPAY_KEY', btcpayKey),
  }),
};

/** Reads the wallet; adds missing settings to `problems`. */
export function readWallet(values: SettingValues, context: WalletContext, problems: SettingProblem[]): WalletSettings {
  const { wallet } = values;
  if (wallet === undefined) return { kind: isAtHome(context) ? 'development' : 'none' };
  if (wallet === 'development') {
    if (!isAtHome(context)) problems.push(['WALLET', refusal]);
    return { kind: wallet };
  }
  return readers[wallet](values, (name, value) => {
    if (value === undefined) problems.push([name, `${name}: WALLET=${wallet} needs it. ${settings[name].doc}`]);
    return value ?? '';
  });
}

const refusal =
  'WALLET is development: this wallet pays its own invoices and works only if NODE_ENV is not production and BASE_URL is on this machine';
