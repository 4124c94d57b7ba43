// A bucket with the API of S3, on loopback, that can go away and come back with what it has.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface TestBucket {
  settings: Record<string, string>;
  away: () => Promise<void>;
  back: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'greenroom-fleet-bucket-'));
  const open = async (port: number) => {
    const server = new S3rver({
      ...{ directory, configureBuckets: [{ name: 'fleet' }], vhostBuckets: false },
      ...{ address: '127.0.0.1', port, silent: true },
    });
    return { server, port: (await server.run()).port };
  };
  let { server, port } = await open(0);
  return {
    settings: {
      FLEET_BUCKET: `http://127.0.0.1:${port}/fleet`,
      FLEET_KEY_ID: 'S3RVER',
      FLEET_SECRET: 'S3RVER',
      FLEET_REGION: 'us-east-1',
    },
    away: () => server.close(),
    back: async () => void ({ server, port } = await open(port)),
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
