// A worker's record, and what it is trusted with.

export interface WorkRecord {
  accepted: number;
  rejected: number;
}

const minAccepted = 5;
const minReputation = 0.8;

/** Share of good work, as far as it can be known from so few (Laplace's rule of succession). */
const computeReputation = ({ accepted, rejected }: WorkRecord): number => (accepted + 1) / (accepted + rejected + 2);

/** Whether answers count where few of them can be checked against known ones. */
export const isTrusted = (record: WorkRecord): boolean =>
  record.accepted >= minAccepted && computeReputation(record) >= minReputation;
