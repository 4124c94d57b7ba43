// Starts an HTTP server for tests on the loopback address.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'node:test';

export interface TestServer {
  url: string;
  host: string;
  port: number;
  stop: () => void;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}`, host, port, stop };
}

/** Returns a function that starts a server, which is stopped after the test. */
export function serverPerTest(): typeof serve {
  const running: TestServer[] = [];
  afterEach(() => running.splice(0).forEach(({ stop }) => stop()));
  return async (listener) => {
    const server = await serve(listener);
    running.push(server);
    return server;
  };
}
