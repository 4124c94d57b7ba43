// Encodes a BOLT 11 invoice for a payment hash, for wallets without real money.
import { type KeyPairKeyObjectResult, sign } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const letterValue = (letter: string): number => alphabet.indexOf(letter);

/** Converts bytes to groups of five bits. The last group is padded with zeros. */
function toFiveBits(bytes: Uint8Array): number[] {
  const groups: number[] = [];
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      groups.push((value >> bits) & 31);
    }
  }
  return bits > 0 ? [...groups, (value << (5 - bits)) & 31] : groups;
}

const encodeNumber = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => Math.floor(value / 32 ** (length - 1 - i)) % 32);

const encodeTag = (letter: string, data: number[]): number[] => [
  letterValue(letter),
  ...encodeNumber(data.length, 2),
  ...data,
];

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(values: number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of generators.entries()) if ((top >> i) & 1) sum ^= generator;
  }
  return sum;
}

/** Encodes data with its checksum (BIP 173). */
function bech32(prefix: string, data: number[]): string {
  const codes = Buffer.from(prefix);
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const sum = polymod([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const checksum = Array.from({ length: 6 }, (_, i) => (sum >> (5 * (5 - i))) & 31);
  return `${prefix}1${[...data, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/** Converts groups of five bits to the bytes that are signed, padded with zeros. */
function packBits(data: number[]): Buffer {
  const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Converts a signature to the one of two valid forms with the lower value. */
function lowS(signature: Buffer): Buffer {
  const s = BigInt(`0x${signature.toString('hex', 32)}`);
  const low = s > order / 2n ? order - s : s;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(low.toString(16).padStart(64, '0'), 'hex')]);
}

export interface InvoiceFields {
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

const hexToFiveBits = (hex: string): number[] => toFiveBits(Buffer.from(hex, 'hex'));

/**
 * Encodes an invoice for regtest, which no wallet mistakes for real money. Amounts are in picobitcoin, 10 per
 * millisatoshi.
 */
export function writeInvoice(facts: InvoiceFields, { privateKey, publicKey }: KeyPairKeyObjectResult): string {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const isOdd = Buffer.from(y!, 'base64url').at(-1)! & 1;
  const payee = Buffer.concat([Buffer.from([2 + isOdd]), Buffer.from(x!, 'base64url')]);
  const hash = facts.descriptionHash ?? (facts.isHashed ? sha256(facts.description) : undefined);
  const prefix = `lnbcrt${facts.amountMsat * 10}p`;
  const data = [
    ...encodeNumber(facts.createdAtSec, 7),
    ...encodeTag('p', hexToFiveBits(facts.paymentHash)),
    ...encodeTag('s', hexToFiveBits(facts.paymentSecret)),
    ...(hash ? encodeTag('h', hexToFiveBits(hash)) : encodeTag('d', toFiveBits(Buffer.from(facts.description)))),
    ...encodeTag('n', toFiveBits(payee)),
    ...encodeTag('x', encodeNumber(facts.expirySec, 4)),
    ...encodeTag('c', [18]),
    ...encodeTag('9', [16, 8, 0]),
  ];
  const message = Buffer.concat([Buffer.from(prefix), packBits(data)]);
  const signature = lowS(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
  // The invoice names the payee, so the recovery id of the signature does not matter.
  return bech32(prefix, [...data, ...toFiveBits(Buffer.concat([signature, Buffer.from([0])]))]);
}
