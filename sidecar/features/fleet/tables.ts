// The tables that the machines of a room share.

declare module '../../storage/tables.ts' {
  interface Tables {
    /** The state that each machine reported last, by the clock of the store. */
    fleetMachines: {
      name: string;
      role: string;
      version: string;
      release: string;
      seenAt: number;
      startedAt: number;
      clockAheadMs: number;
      poolTotal: number | null;
      poolIdle: number | null;
      poolWaiting: number | null;
    };
    /** Values that all machines agree on. `value` is JSON. */
    fleetPointers: { name: string; value: string };
    /** Changed paths that are still to be purged from the CDN. */
    unpurgedPaths: { path: string; changedAt: number };
  }
}

export {};
