// Writes a BOLT 11 invoice for a payment hash; for wallets that move no money.
import { type KeyPairKeyObjectResult, sign } from 'node:crypto';
import { sha256 } from '#domain/ids.ts';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const letterValue = (letter: string): number => alphabet.indexOf(letter);

/** Groups of five bits, the last filled up with zeros. */
function toFiveBits(bytes: Uint8Array): number[] {
  const out: number[] = [];
  let [bits, value] = [0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5;) out.push((value >> (bits -= 5)) & 31);
  }
  return bits > 0 ? [...out, (value << (5 - bits)) & 31] : out;
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

/** BIP 173. */
function bech32(prefix: string, data: number[]): string {
  const codes = Buffer.from(prefix);
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const sum = polymod([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const checksum = Array.from({ length: 6 }, (_, i) => (sum >> (5 * (5 - i))) & 31);
  return `${prefix}1${[...data, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/** The bytes that are signed: the words filled up with zeros. */
function packBits(data: number[]): Buffer {
  const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('');
  const filled = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from(filled.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The lower of the two values that hold. */
function lowS(signature: Buffer): Buffer {
  const s = BigInt(`0x${signature.toString('hex', 32)}`);
  const low = s > order / 2n ? order - s : s;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(low.toString(16).padStart(64, '0'), 'hex')]);
}

export interface InvoiceFields {
  amountMsat: number;
  description: string;
  isHashed?: boolean;
  /** In place of the description, hex. */
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

/** `keys` are of secp256k1. On regtest, so that no wallet takes it for real money. One millisatoshi is ten picobitcoin. */
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
  // The payee is named, so that nothing has to be recovered from the signature.
  return bech32(prefix, [...data, ...toFiveBits(Buffer.concat([signature, Buffer.from([0])]))]);
}
