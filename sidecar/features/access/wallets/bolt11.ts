// Encodes a BOLT 11 invoice for a payment hash, for wallets without real money.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32 } from '@scure/base';
import { sha256 } from '#domain/ids.ts';

/** Types of the tagged fields. */
const fieldTypes = {
  paymentHash: 1,
  features: 5,
  expiry: 6,
  description: 13,
  paymentSecret: 16,
  payee: 19,
  descriptionHash: 23,
  minFinalExpiry: 24,
};

const encodeNumber = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => Math.floor(value / 32 ** (length - 1 - i)) % 32);

const encodeField = (name: keyof typeof fieldTypes, words: number[]): number[] => [
  fieldTypes[name],
  ...encodeNumber(words.length, 2),
  ...words,
];

const hexToWords = (hex: string): number[] => bech32.toWords(Buffer.from(hex, 'hex'));

/** Converts words to the bytes that are signed, padded with zeros. */
function toSignedBytes(words: number[]): Uint8Array {
  const padding = new Array<number>((8 - (words.length % 8)) % 8).fill(0);
  return bech32.fromWords([...words, ...padding]).slice(0, Math.ceil((words.length * 5) / 8));
}

interface InvoiceFields {
  amountMsat: number;
  description: string;
  isHashed?: boolean;
  /** Hash in place of the description, hex. */
  descriptionHash?: string | undefined;
  expirySec: number;
  /** Hex, 32 bytes. */
  paymentHash: string;
  /** Hex, 32 bytes. */
  paymentSecret: string;
  /** Unix time. */
  createdAtSec: number;
}

/**
 * Encodes an invoice for regtest, which no wallet mistakes for real money. Amounts are in picobitcoin, 10 per
 * millisatoshi.
 */
export function writeInvoice(facts: InvoiceFields, privateKey: Uint8Array): string {
  const hash = facts.descriptionHash ?? (facts.isHashed ? sha256(facts.description) : undefined);
  const prefix = `lnbcrt${facts.amountMsat * 10}p`;
  const words = [
    ...encodeNumber(facts.createdAtSec, 7),
    ...encodeField('paymentHash', hexToWords(facts.paymentHash)),
    ...encodeField('paymentSecret', hexToWords(facts.paymentSecret)),
    ...(hash
      ? encodeField('descriptionHash', hexToWords(hash))
      : encodeField('description', bech32.toWords(Buffer.from(facts.description)))),
    ...encodeField('payee', bech32.toWords(secp256k1.getPublicKey(privateKey))),
    ...encodeField('expiry', encodeNumber(facts.expirySec, 4)),
    ...encodeField('minFinalExpiry', [18]),
    ...encodeField('features', [16, 8, 0]),
  ];
  const signature = secp256k1.sign(Buffer.concat([Buffer.from(prefix), toSignedBytes(words)]), privateKey);
  // The invoice names the payee, so the recovery id of the signature does not matter.
  return bech32.encode(prefix, [...words, ...bech32.toWords(Buffer.concat([signature, Buffer.of(0)]))], false);
}
