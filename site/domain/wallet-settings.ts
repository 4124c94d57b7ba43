// The settings of the wallet: which one, and how it is reached.

export const walletSettingDocs = {
  WALLET: [
    '',
    'Where payments go: nwc, lnd, phoenixd, lnbits, or development, which pays itself and is taken where BASE_URL is at home and nothing is set.',
  ],
  NWC_URL: ['', 'nostr+walletconnect://… of the wallet (Nostr Wallet Connect), with make_invoice and lookup_invoice.'],
  LND_URL: ['', 'REST address of LND, such as https://127.0.0.1:8080.'],
  LND_MACAROON: ['', 'Its invoice macaroon, hex.'],
  LND_CERT: ['', 'File of its TLS certificate, where it signed one for itself.'],
  PHOENIXD_URL: ['http://127.0.0.1:9740', 'Address of phoenixd.'],
  PHOENIXD_PASSWORD: ['', 'Its http-password; the limited-access one is enough.'],
  LNBITS_URL: ['', 'Address of LNbits, such as https://lnbits.example.'],
  LNBITS_KEY: ['', 'Invoice/read key of its wallet.'],
} as const;

export type WalletSettings =
  | { kind: 'none' | 'development' }
  | { kind: 'nwc'; url: string }
  | { kind: 'lnd'; url: string; macaroon: string; certFile: string | undefined }
  | { kind: 'phoenixd'; url: string; password: string }
  | { kind: 'lnbits'; url: string; key: string };

type Name = keyof typeof walletSettingDocs;
type Read = (name: Name) => string;

const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const isNwc = (value: string) =>
  /^nostr\+?walletconnect:\/{0,2}[\da-f]{64}\?/.test(value) && /[?&]relay=ws/.test(value) && value.includes('secret=');

export interface Surroundings {
  baseUrl: string;
  /** NODE_ENV says so. */
  isProduction: boolean;
}

const atHome = ({ baseUrl, isProduction }: Surroundings): boolean =>
  !isProduction && URL.canParse(baseUrl) && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);

const forms: Partial<Record<Name, [fits: (value: string) => boolean, form: string]>> = {
  NWC_URL: [isNwc, 'nostr+walletconnect://PUBKEY?relay=wss://…&secret=…'],
  LND_URL: [isWeb, 'an address such as https://127.0.0.1:8080'],
  LND_MACAROON: [(value) => /^([\da-f]{2})+$/i.test(value), 'the bytes of invoice.macaroon in hex'],
  PHOENIXD_URL: [isWeb, 'an address such as http://127.0.0.1:9740'],
  LNBITS_URL: [isWeb, 'an address such as https://lnbits.example'],
};

/** The value is not shown: some are secrets. */
function need(value: Read, name: Name, problems: string[]): string {
  const given = value(name);
  const [fits, form] = forms[name] ?? [(text: string) => text !== '', 'it'];
  if (!fits(given)) problems.push(`${name}: WALLET=${value('WALLET')} needs ${form}`);
  return given.replace(/\/$/, '');
}

const kinds = ['nwc', 'lnd', 'phoenixd', 'lnbits', 'development'];

function checkDevelopment(surroundings: Surroundings, problems: string[]): void {
  if (atHome(surroundings)) return;
  problems.push(
    'WALLET is development: it pays itself, and is refused where NODE_ENV is production or BASE_URL is not at home',
  );
}

export function readWallet(value: Read, surroundings: Surroundings, problems: string[]): WalletSettings {
  const kind = value('WALLET');
  const get = (name: Name) => need(value, name, problems);
  if (kind === 'nwc') return { kind, url: get('NWC_URL') };
  if (kind === 'lnd')
    return { kind, url: get('LND_URL'), macaroon: get('LND_MACAROON'), certFile: value('LND_CERT') || undefined };
  if (kind === 'phoenixd') return { kind, url: get('PHOENIXD_URL'), password: get('PHOENIXD_PASSWORD') };
  if (kind === 'lnbits') return { kind, url: get('LNBITS_URL'), key: get('LNBITS_KEY') };
  if (kind === 'development') {
    checkDevelopment(surroundings, problems);
    return { kind };
  }
  if (kind) problems.push(`WALLET is ${kind}: give one of ${kinds.join(', ')}`);
  return { kind: atHome(surroundings) ? 'development' : 'none' };
}
