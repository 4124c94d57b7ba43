// Types of the package macaroon, as far as they are used here. The package has none of its own.
declare module 'macaroon' {
  export interface Macaroon {
    readonly location: string;
    readonly identifier: Uint8Array;
    readonly caveats: { identifier: Uint8Array }[];
    readonly signature: Uint8Array;
    addFirstPartyCaveat(caveat: string): void;
    /** Throws where the signature or a caveat does not hold; `check` gives a reason, or null. */
    verify(rootKey: Uint8Array, check: (caveat: string) => string | null): void;
    exportBinary(): Uint8Array;
  }
  export function newMacaroon(parts: {
    version: 2;
    rootKey: Uint8Array;
    identifier: Uint8Array;
    location: string;
  }): Macaroon;
  export function importMacaroon(bytes: Uint8Array): Macaroon;
}
