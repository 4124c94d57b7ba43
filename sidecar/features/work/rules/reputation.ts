// A worker's record, and what it is trusted with.

export interface WorkRecord {
  accepted: number;
  rejected: number;
}

const enough = 5;
const good = 0.8;

/** Share of good work, as far as it can be known from so few (Laplace's rule of succession). */
const reputationOf = ({ accepted, rejected }: WorkRecord): number => (accepted + 1) / (accepted + rejected + 2);

/** Whether answers count where few of them can be checked against known ones. */
export const isTrusted = (record: WorkRecord): boolean => record.accepted >= enough && reputationOf(record) >= good;
