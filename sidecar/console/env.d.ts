// Values that the sidecar passes to a view.
type ConsoleFrame = import('./ui/frame.ts').ConsoleFrame;

declare namespace App {
  interface Locals {
    frame: ConsoleFrame;
    /** Model of the page. Each view declares its own type. */
    model: never;
    t: import('./messages/messages.ts').ConsoleTranslate;
  }
}
