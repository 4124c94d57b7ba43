// Types of the package ws, as far as they are used here. The package has none of its own.
declare module 'ws' {
  import type { IncomingMessage } from 'node:http';
  import type { LookupFunction } from 'node:net';
  import type { Duplex } from 'node:stream';

  export interface Socket {
    on(event: 'message', listener: (data: Buffer) => void): void;
    on(event: 'close' | 'error', listener: () => void): void;
    send(text: string): void;
    terminate(): void;
  }
  interface ClientOptions {
    lookup: LookupFunction;
    handshakeTimeout: number;
    maxPayload: number;
    perMessageDeflate: false;
  }
  export default class WebSocket {
    constructor(address: string, options: ClientOptions);
    on(event: 'open' | 'close' | 'error', listener: () => void): void;
    on(event: 'message', listener: (data: Buffer) => void): void;
    send(text: string): void;
    terminate(): void;
  }
  export class WebSocketServer {
    constructor(options: { noServer: true });
    readonly clients: Set<Socket>;
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, onUpgraded: (client: Socket) => void): void;
  }
}
