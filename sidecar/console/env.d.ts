// What the sidecar hands to a view.
type ConsoleFrame = import('./ui/frame.ts').ConsoleFrame;

declare namespace App {
  interface Locals {
    frame: ConsoleFrame;
    /** Each view says which page's model is its own, so that it fits every one. */
    model: never;
    t: import('./messages/messages.ts').ConsoleTranslate;
  }
}
