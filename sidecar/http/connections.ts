// The open connections, by network: a new one takes the place of one that asks for nothing, and no network has more than its share.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyaddr from '@fastify/proxy-addr';
import { networkOf } from './network.ts';

/** `evicted`: closed for a newer one; `network`: refused, its network has its share; `full`: refused, the server has all it may. */
export type CutReason = 'evicted' | 'network' | 'full';

export interface ConnectionLimits {
  max: number;
  /** Addresses and ranges that speak for many clients, as Fastify's trustProxy takes them. */
  proxies: string[];
  onCut: (reason: CutReason, network: string) => void;
}

export interface Connections {
  add: (socket: Socket) => void;
  begin: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Of all connections, a network may have a quarter, and no more than a large office or a CDN's server needs. */
const shareOf = (max: number): number => Math.max(1, Math.min(Math.floor(max / 4), 512));

/** A web server on this machine comes from here, whether TRUST_PROXY names it or not. */
const thisMachine = ['127.0.0.1', '::1'];

interface Held {
  network: string;
  /** The response to its latest request. */
  res?: ServerResponse;
  /** It sent a request since it was last considered for closing. */
  wasActive?: boolean;
}

/** Where a socket keeps what is known of it: to look it up by the socket would slow every request down. */
const heldOf = Symbol('held');
type HeldSocket = Socket & { [heldOf]?: Held };

/** Whether the client is answered or waits for it: everything else is idle, or a request that has not arrived yet. */
const isAnswered = ({ res }: Held): boolean =>
  res !== undefined && !res.writableFinished && !res.closed && res.req.complete;

/** Sockets in the order in which they are considered when one has to be closed. */
type Queue = Map<Socket, Held>;

function moveToEnd(queue: Queue, socket: Socket, held: Held): void {
  queue.delete(socket);
  queue.set(socket, held);
}

/** All that are open, and those of each network. */
function registry() {
  const open: Queue = new Map();
  const networks = new Map<string, Queue>();
  const queuesOf = ({ network }: Held): Queue[] => [open, networks.get(network)!];
  return {
    open,
    ofNetwork: (network: string): Queue | undefined => networks.get(network),
    add: (socket: Socket, held: Held): void => {
      if (!networks.has(held.network)) networks.set(held.network, new Map());
      for (const queue of queuesOf(held)) queue.set(socket, held);
    },
    /** Moves it to the end, to be considered last. */
    postpone: (socket: Socket, held: Held): void => queuesOf(held).forEach((queue) => moveToEnd(queue, socket, held)),
    remove: (socket: Socket): void => {
      const held = open.get(socket);
      if (!held) return;
      for (const queue of queuesOf(held)) queue.delete(socket);
      if (networks.get(held.network)!.size === 0) networks.delete(held.network);
    },
  };
}

/**
 * The socket to close, chosen by second chance (the clock algorithm): one that sent a request since it was last considered is
 * passed over once. Reordering the queue at each request, as for least recently used, would slow every request down.
 */
function victimOf(queue: Queue, postpone: (socket: Socket, held: Held) => void): Socket | undefined {
  for (const [socket, held] of queue) {
    if (isAnswered(held)) continue;
    if (!held.wasActive) return socket;
    held.wasActive = false;
    postpone(socket, held);
  }
  return undefined;
}

export function limitConnectionsByNetwork({ max, proxies, onCut }: ConnectionLimits): Connections {
  const isProxy = proxyaddr.compile([...thisMachine, ...proxies]);
  const share = shareOf(max);
  const { open, ofNetwork, add, postpone, remove } = registry();

  function evictOneOf(queue: Queue): boolean {
    const socket = victimOf(queue, postpone);
    if (!socket) return false;
    const { network } = open.get(socket)!;
    remove(socket);
    socket.destroy();
    onCut('evicted', network);
    return true;
  }
  function refusalOf(address: string, network: string): CutReason | undefined {
    const others = ofNetwork(network);
    if (others && others.size >= share && !isProxy(address, 0) && !evictOneOf(others)) return 'network';
    return open.size >= max && !evictOneOf(open) ? 'full' : undefined;
  }

  return {
    add: (socket) => {
      // Undefined where the client has gone already.
      const address = socket.remoteAddress ?? '';
      const network = networkOf(address);
      const refusal = refusalOf(address, network);
      if (refusal) {
        socket.destroy();
        return onCut(refusal, network);
      }
      const held = { network };
      (socket as HeldSocket)[heldOf] = held;
      add(socket, held);
      socket.once('close', () => remove(socket));
    },
    begin: ({ socket }, res) => {
      const held = (socket as HeldSocket)[heldOf];
      if (!held) return;
      held.res = res;
      held.wasActive = true;
    },
  };
}
