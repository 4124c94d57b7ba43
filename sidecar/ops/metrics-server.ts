// Serves /metrics on a separate port, which the public never reaches.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Registry } from 'prom-client';
import type { Settings } from '../settings/settings.ts';
import type { Metrics } from './metrics.ts';
import { throwPortError } from './waiting-server.ts';

/** Rejects if the port is in use. */
export async function serveMetrics(text: () => Promise<string>, host: string, port: number): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    try {
      const body = await text();
      res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body);
    } catch {
      res.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/**
 * Serves the metrics, if a port is set, until `opened` is closed, and returns their address. Throws a StartError if the
 * port is in use.
 */
export async function openMetricsServer(
  metrics: Metrics | undefined,
  { host, metricsPort = 0 }: Pick<Settings, 'host' | 'metricsPort'>,
  resources: AsyncDisposableStack,
): Promise<string | undefined> {
  if (!metrics) return undefined;
  const throwError = throwPortError(host)('METRICS_PORT', metricsPort);
  const server = await serveMetrics(metrics.text, host, metricsPort).catch(throwError);
  resources.defer(() => void server.close());
  return `http://${host}:${metricsPort}/metrics`;
}
