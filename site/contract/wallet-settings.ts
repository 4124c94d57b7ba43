// Settings of the wallet that receives payments.
import { textThat, choice, unlessEmpty, anyText, webAddress } from './setting-readers.ts';

const isNwc = (given: string) =>
  /^nostr\+?walletconnect:\/{0,2}[\da-f]{64}\?/.test(given) && /[?&]relay=ws/.test(given) && given.includes('secret=');

export const walletSettings = {
  WALLET: {
    doc: 'Wallet for payments: nwc, lnd, phoenixd, lnbits, cln, btcpay, or development, a simulation that is the default for a local BASE_URL.',
    read: unlessEmpty(choice('nwc', 'lnd', 'phoenixd', 'lnbits', 'cln', 'btcpay', 'development')),
  },
  NWC_URL: {
    doc: 'nostr+walletconnect://… of the wallet (Nostr Wallet Connect), with make_invoice and lookup_invoice.',
    secret: 'whole',
    read: unlessEmpty(textThat(isNwc, 'nostr+walletconnect://PUBKEY?relay=wss://…&secret=…')),
  },
  LND_URL: {
    doc: 'REST address of LND, such as https://127.0.0.1:8080.',
    read: unlessEmpty(webAddress('https://127.0.0.1:8080')),
  },
  LND_MACAROON: {
    doc: 'Invoice macaroon of LND, hex.',
    secret: 'whole',
    read: unlessEmpty(textThat((given) => /^([\da-f]{2})+$/i.test(given), 'the bytes of invoice.macaroon in hex')),
  },
  LND_CERT: {
    doc: 'File of the TLS certificate of LND, if it is self-signed.',
    isPath: true,
    read: unlessEmpty(anyText),
  },
  PHOENIXD_URL: {
    default: 'http://127.0.0.1:9740',
    doc: 'Address of phoenixd.',
    read: webAddress('http://127.0.0.1:9740'),
  },
  PHOENIXD_PASSWORD: {
    doc: 'http-password of phoenixd; the limited-access password is sufficient.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  LNBITS_URL: {
    doc: 'Address of LNbits, such as https://lnbits.example.',
    read: unlessEmpty(webAddress('https://lnbits.example')),
  },
  LNBITS_KEY: {
    doc: 'Invoice/read key of the LNbits wallet.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  CLN_URL: {
    doc: 'Address of the REST plugin of Core Lightning (clnrest), such as https://127.0.0.1:3010.',
    read: unlessEmpty(webAddress('https://127.0.0.1:3010')),
  },
  CLN_RUNE: {
    doc: 'Rune of Core Lightning, restricted to the methods invoice and listinvoices.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  CLN_CERT: {
    doc: 'File of the TLS certificate of Core Lightning (ca.pem), if it is self-signed.',
    isPath: true,
    read: unlessEmpty(anyText),
  },
  BTCPAY_URL: {
    doc: 'Address of BTCPay Server, such as https://btcpay.example.',
    read: unlessEmpty(webAddress('https://btcpay.example')),
  },
  BTCPAY_STORE: {
    doc: 'Id of the store in BTCPay Server.',
    read: unlessEmpty(anyText),
  },
  BTCPAY_KEY: {
    doc: 'API key that may create and view Lightning invoices of the store.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
} as const;
