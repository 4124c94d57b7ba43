// The table of keys that sign quote receipts.
import type { Generated } from 'kysely';

declare module '../../storage/tables.ts' {
  interface Tables {
    signingKeys: {
      number: Generated<number>;
      /** RFC 7638 thumbprint. */
      kid: string;
      /** RFC 3339. */
      createdAt: string;
      /** JSON. */
      publicJwk: string;
      /** JSON; null for keys that no longer sign. */
      privateJwk: string | null;
      /** 1 for the key that signs; null for the others, so that there is only one. */
      signs: 1 | null;
    };
  }
}
