// Trust in a worker, from the worker's record.

export interface WorkRecord {
  accepted: number;
  rejected: number;
}

const minAccepted = 5;
const minReputation = 0.8;

/** Estimates the share of good work (Laplace's rule of succession). */
const computeReputation = ({ accepted, rejected }: WorkRecord): number => (accepted + 1) / (accepted + rejected + 2);

/** Returns true if answers of the worker count although few of them can be checked. */
export const isTrusted = (record: WorkRecord): boolean =>
  record.accepted >= minAccepted && computeReputation(record) >= minReputation;
