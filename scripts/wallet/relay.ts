// Nostr relay on loopback that stores events in memory.
import type { IncomingMessage, Server } from 'node:http';
import { type Event, EventRepository, type Filter } from '@nostr-relay/common';
import { NostrRelay } from '@nostr-relay/core';
import { matchFilters } from 'nostr-tools';
import { type Socket, WebSocketServer } from 'ws';

const maxEvents = 1000;

class EventsInMemory extends EventRepository {
  readonly #events = new Map<string, Event>();

  isSearchSupported(): boolean {
    return false;
  }

  upsert(event: Event): { isDuplicate: boolean } {
    const isDuplicate = this.#events.has(event.id);
    this.#events.set(event.id, event);
    if (this.#events.size > maxEvents) this.#events.delete(this.#events.keys().next().value!);
    return { isDuplicate };
  }

  find(filter: Filter): Event[] {
    return [...this.#events.values()].filter((event) => matchFilters([filter as never], event));
  }

  async destroy(): Promise<void> {
    this.#events.clear();
  }
}

const silentLogger = { setLogLevel: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Serves the WebSockets of a server, unless `isDown`. Sockets with another path are passed to `feed`. The first client
 * is the wallet service, which dropClients leaves connected.
 */
export function serveRelay(
  server: Server,
  isDown: () => boolean,
  feed: (request: IncomingMessage, client: Socket) => void,
): { dropClients: () => void } {
  const relay = new NostrRelay(new EventsInMemory(), { logger: silentLogger as never, filterResultCacheTtl: 0 });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (isDown()) {
      socket.destroy();
      return;
    }
    if (request.url !== '/') {
      sockets.handleUpgrade(request, socket, head, (client) => feed(request, client));
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      relay.handleConnection(client as never);
      client.on('message', (data) => void relay.handleMessage(client as never, JSON.parse(String(data)) as never));
      client.on('close', () => relay.handleDisconnect(client as never));
      client.on('error', () => client.terminate());
    });
  });
  return { dropClients: () => [...sockets.clients].slice(1).forEach((client) => client.terminate()) };
}
