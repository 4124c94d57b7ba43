// Types of the S3 test server, as far as the tests use it.
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';
  interface Options {
    directory: string;
    address?: string;
    port?: number;
    silent?: boolean;
    vhostBuckets?: boolean;
    configureBuckets?: { name: string }[];
  }
  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<unknown>;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
    callback(): RequestListener;
    logger: { close(): void };
  }
}
