// Errors of outgoing requests. None contains a secret.
import { type FetchProblemCode, SourceError } from '#contract/source-problems.ts';

/** Codes that mean that the address or the file is not allowed. */
const refusals = new Set<FetchProblemCode>([
  'address_invalid',
  'address_has_login',
  'address_scheme',
  'address_private',
  'address_port',
  'redirect_private',
  'redirect_refused',
  'host_private',
  'too_large',
  'empty_file',
]);

/** Codes that mean that the host could not be reached, or not in time. */
const networkFailures = new Set<FetchProblemCode>([
  'host_unknown',
  'lookup_failed',
  'connection_refused',
  'connection_closed',
  'unreachable',
  'no_tls',
  'certificate',
  'no_http',
  'headers_too_large',
  'request_failed',
  'download_ended',
  'no_answer',
  'answer_timeout',
  'body_timeout',
  'stalled',
  'slow',
]);

export class OutgoingError extends SourceError<FetchProblemCode> {
  /** True if a retry is pointless until the address or the file changes. */
  get isRefusal(): boolean {
    return refusals.has(this.code);
  }

  /** True if the host could not be reached, or not in time. */
  get isNetworkFailure(): boolean {
    return networkFailures.has(this.code);
  }
}

const kib = 1024;
const mib = 1024 ** 2;

export const tooLargeError = (bytes: number): OutgoingError => {
  const limit = bytes < mib ? `${Math.floor(bytes / kib)} KiB` : `${Math.floor(bytes / mib)} MiB`;
  return new OutgoingError('too_large', { limit });
};

export const timeoutError = (code: 'answer_timeout' | 'body_timeout', ms: number): OutgoingError =>
  new OutgoingError(code, { seconds: ms / 1000 });

const problemsByNodeCode: Record<string, FetchProblemCode> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'lookup_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'no_answer',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPROTO: 'no_tls',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
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
  if (Object.hasOwn(problemsByNodeCode, code)) return new OutgoingError(problemsByNodeCode[code]!);
  if (isCertificate(code)) return new OutgoingError('certificate', { cause: code });
  if (code.startsWith('ERR_SSL_')) return new OutgoingError('no_tls');
  if (code.startsWith('HPE_')) return new OutgoingError('no_http');
  return new OutgoingError('request_failed', { cause: code || error.name });
}
