// The machines of a room as the console shows them.
import type { Lag, Machine } from '../../machines.ts';

export interface MachinesModel {
  machines: (Machine & { lag?: Lag })[];
  leases: { name: string; holder: string; until: number }[];
  /** Numbers of waiting tasks. */
  queues: { deliveries: number; transcriptions: number; builds: number };
}
