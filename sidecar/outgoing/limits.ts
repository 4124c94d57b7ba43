// The bounds of one outgoing request: none may wait, take or follow without end.

export interface RequestLimits {
  /** Until the connection stands, names looked up and TLS agreed. */
  connectMs: number;
  /** From there to the end of the answer's headers. */
  firstByteMs: number;
  /** Everything, with all redirects. */
  wholeMs: number;
  /** Of the body, also unpacked. */
  bytes: number;
  redirects: number;
  /** The slowest that a body may come: so many bytes in each `ms`. */
  pace: { bytes: number; ms: number };
}

/** One KiB a second, measured over ten. */
export const slowestPace: RequestLimits['pace'] = { bytes: 10 * 1024, ms: 10_000 };
