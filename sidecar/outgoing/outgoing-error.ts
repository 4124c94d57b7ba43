// Errors of outgoing requests: a reason for programs and a message for people, neither with secrets.

/**
 * Reasons of failure. The first four mean that the address or its content is not allowed, the others that it could not
 * be fetched.
 */
export type OutgoingErrorReason =
  'address' | 'private' | 'too_large' | 'empty' | 'redirects' | 'time' | 'encoding' | 'status' | 'network';

export class OutgoingError extends Error {
  readonly reason: OutgoingErrorReason;

  constructor(reason: OutgoingErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }

  /** True if a retry is pointless until the address or the file changes. */
  get isRefusal(): boolean {
    return ['address', 'private', 'too_large', 'empty'].includes(this.reason);
  }
}

export const privateAddressError = (host: string): OutgoingError =>
  new OutgoingError('private', `${host} is not a public internet address.`);

const kib = 1024;
const mib = 1024 ** 2;

export const tooLargeError = (bytes: number): OutgoingError => {
  const limit = bytes < mib ? `${Math.floor(bytes / kib)} KiB` : `${Math.floor(bytes / mib)} MiB`;
  return new OutgoingError('too_large', `The answer is larger than ${limit}.`);
};

export const connectionClosedError = (): OutgoingError =>
  new OutgoingError('network', 'The host closed the connection.');

const seconds = (ms: number): string => `${ms / 1000} seconds`;

export const timeoutErrors = {
  connecting: () => new OutgoingError('time', 'The host does not answer.'),
  answering: (ms: number) => new OutgoingError('time', `No answer within ${seconds(ms)}.`),
  finishing: (ms: number) => new OutgoingError('time', `No complete answer within ${seconds(ms)}.`),
  stalled: () => new OutgoingError('time', 'The host stopped sending.'),
  slow: () => new OutgoingError('time', 'The host sends too slowly.'),
};

const messagesByCode: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The host refuses the connection.',
  ECONNRESET: 'The host closed the connection.',
  EPIPE: 'The host closed the connection.',
  ETIMEDOUT: 'The host does not answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EPROTO: 'The host does not support TLS.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large.',
};

/** Matches codes of OpenSSL's verification and Node's own. */
const isCertificate = (code: string): boolean =>
  /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_PURPOSE$|^ERR_TLS_/.test(code);

/** Returns the first error if Happy Eyeballs reports errors of all addresses together. */
const findFirstError = (error: Error): NodeJS.ErrnoException =>
  (error as AggregateError).errors instanceof Array ? ((error as AggregateError).errors[0] as Error) : error;

/** Converts any error of the network. */
export function toOutgoingError(error: Error): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code = '' } = findFirstError(error);
  if (Object.hasOwn(messagesByCode, code)) return new OutgoingError('network', messagesByCode[code]!);
  if (isCertificate(code)) return new OutgoingError('network', `The certificate of the host is not valid (${code}).`);
  if (code.startsWith('ERR_SSL_')) return new OutgoingError('network', 'The host does not support TLS.');
  if (code.startsWith('HPE_')) return new OutgoingError('network', 'The host does not answer in valid HTTP.');
  return new OutgoingError('network', `The request failed (${code || error.name}).`);
}
