// Creates self-signed certificates for tests, for any host and time (RFC 5280 §4.1).
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** The private key in PEM. */
  key: string;
  cert: string;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const hex = (tag: number, bytes: string): Buffer => der(tag, Buffer.from(bytes, 'hex'));

const ecdsaWithSha256 = sequence(hex(0x06, '2a8648ce3d040302'));
const name = sequence(der(0x31, sequence(hex(0x06, '550403'), der(0x0c, Buffer.from('A host of a test')))));

/** Encodes a UTCTime, whose year has two digits. */
const time = (at: Date): Buffer => der(0x17, Buffer.from(at.toISOString().replace(/\D/g, '').slice(2, 14) + 'Z'));

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host);

/** Encodes a subjectAltName with an IPv4 address or a name. */
function alternativeName(host: string): Buffer {
  const general = isAddress(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
  return sequence(hex(0x06, '551d11'), der(0x04, sequence(general)));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Creates a certificate that is valid for the two days before `endsAt`. */
export function createCertificate(host: string, endsAt = new Date(Date.now() + dayMs)): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    der(0xa0, hex(0x02, '02')),
    hex(0x02, '01'),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(endsAt.getTime() - 2 * dayMs)), time(endsAt)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName(host))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
