// What the sidecar hands to a page.
type ConsoleFrame = import('#domain/console.ts').ConsoleFrame;

declare namespace App {
  interface Locals {
    frame: ConsoleFrame;
    /** The page's own model (#domain/console.ts). */
    model: unknown;
  }
}
