// Limits of one outgoing request.

export interface RequestLimits {
  /** Time for lookup, connection and TLS handshake. */
  connectMs: number;
  /** Time from the connection to the end of the response headers. */
  firstByteMs: number;
  /** Total time, including all redirects. */
  totalMs: number;
  /** Size of the body, also after decompression. */
  bytes: number;
  redirects: number;
  /** Slowest allowed transfer: `bytes` in each `ms`. */
  pace: { bytes: number; ms: number };
}

/** One KiB a second, measured over ten seconds. */
export const slowestPace: RequestLimits['pace'] = { bytes: 10 * 1024, ms: 10_000 };

/** Limits of a request that is not redirected and takes at most `ms` in total. */
export const createRequestLimits = (ms: number, bytes: number): RequestLimits => ({
  connectMs: Math.min(ms, 10_000),
  firstByteMs: ms,
  totalMs: ms,
  bytes,
  redirects: 0,
  pace: slowestPace,
});
