// Open connections by network. A new connection replaces an idle one if the limit is reached, and no network gets more
// than its share.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyaddr from '@fastify/proxy-addr';
import { networkOf } from './network.ts';

/**
 * `evicted`: closed in favour of a newer one; `network`: rejected because its network has its share; `full`: rejected
 * because the server has reached its limit.
 */
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

/**
 * Returns the share of a network: a quarter of all connections, and at most what a large office or a CDN server needs.
 */
const computeShare = (max: number): number => Math.max(1, Math.min(Math.floor(max / 4), 512));

/** Addresses of this machine, from which a web server may connect whether or not TRUST_PROXY names it. */
const thisMachine = ['127.0.0.1', '::1'];

interface ConnectionState {
  network: string;
  /** The response to its latest request. */
  res?: ServerResponse;
  /** True if it sent a request since it was last considered for closing. */
  wasActive?: boolean;
}

/** Property of a socket with its state; looking it up by the socket would slow every request down. */
const stateKey = Symbol('held');
type TrackedSocket = Socket & { [stateKey]?: ConnectionState };

/**
 * Returns true if the client is being answered or waits for an answer. Other connections are idle, or their request has
 * not arrived yet.
 */
const isAnswered = ({ res }: ConnectionState): boolean =>
  res !== undefined && !res.writableFinished && !res.closed && res.req.complete;

/** Sockets in the order in which they are considered when one has to be closed. */
type Queue = Map<Socket, ConnectionState>;

function moveToEnd(queue: Queue, socket: Socket, state: ConnectionState): void {
  queue.delete(socket);
  queue.set(socket, state);
}

/** Creates the queues of all connections and of each network. */
function createRegistry() {
  const open: Queue = new Map();
  const networks = new Map<string, Queue>();
  const findQueues = ({ network }: ConnectionState): Queue[] => [open, networks.get(network)!];
  return {
    open,
    ofNetwork: (network: string): Queue | undefined => networks.get(network),
    add: (socket: Socket, state: ConnectionState): void => {
      if (!networks.has(state.network)) networks.set(state.network, new Map());
      for (const queue of findQueues(state)) queue.set(socket, state);
    },
    /** Moves a connection to the end of its queues. */
    postpone: (socket: Socket, state: ConnectionState): void =>
      findQueues(state).forEach((queue) => moveToEnd(queue, socket, state)),
    remove: (socket: Socket): void => {
      const state = open.get(socket);
      if (!state) return;
      for (const queue of findQueues(state)) queue.delete(socket);
      if (networks.get(state.network)!.size === 0) networks.delete(state.network);
    },
  };
}

/**
 * Returns the socket to close, selected by second chance (the clock algorithm): one that sent a request since it was
 * last considered is skipped once. Reordering the queue at each request, as for least recently used, would slow every
 * request down.
 */
function selectVictim(queue: Queue, postpone: (socket: Socket, state: ConnectionState) => void): Socket | undefined {
  for (const [socket, state] of queue) {
    if (isAnswered(state)) continue;
    if (!state.wasActive) return socket;
    state.wasActive = false;
    postpone(socket, state);
  }
  return undefined;
}

export function limitConnectionsByNetwork({ max, proxies, onCut }: ConnectionLimits): Connections {
  const isProxy = proxyaddr.compile([...thisMachine, ...proxies]);
  const share = computeShare(max);
  const { open, ofNetwork, add, postpone, remove } = createRegistry();

  function evictOne(queue: Queue): boolean {
    const socket = selectVictim(queue, postpone);
    if (!socket) return false;
    const { network } = open.get(socket)!;
    remove(socket);
    socket.destroy();
    onCut('evicted', network);
    return true;
  }
  function findRefusal(address: string, network: string): CutReason | undefined {
    const others = ofNetwork(network);
    if (others && others.size >= share && !isProxy(address, 0) && !evictOne(others)) return 'network';
    return open.size >= max && !evictOne(open) ? 'full' : undefined;
  }

  return {
    add: (socket) => {
      // Undefined if the client has already disconnected.
      const address = socket.remoteAddress ?? '';
      const network = networkOf(address);
      const refusal = findRefusal(address, network);
      if (refusal) {
        socket.destroy();
        return onCut(refusal, network);
      }
      const state = { network };
      (socket as TrackedSocket)[stateKey] = state;
      add(socket, state);
      socket.once('close', () => remove(socket));
    },
    begin: ({ socket }, res) => {
      const state = (socket as TrackedSocket)[stateKey];
      if (!state) return;
      state.res = res;
      state.wasActive = true;
    },
  };
}
