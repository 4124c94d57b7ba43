// A subscriber for the benchmark: answers every POST with 204, and a GET with how many came and when.
import { createServer } from 'node:http';
import process from 'node:process';

export interface Received {
  count: number;
  /** Milliseconds since 1970, of the first and the last. */
  firstAt: number;
  lastAt: number;
}

let received: Received = { count: 0, firstAt: 0, lastAt: 0 };

createServer((request, response) => {
  if (request.method === 'DELETE') received = { count: 0, firstAt: 0, lastAt: 0 };
  if (request.method !== 'POST') return void response.end(JSON.stringify(received));
  request.resume().on('end', () => {
    received.lastAt = Date.now();
    if (received.count++ === 0) received.firstAt = received.lastAt;
    response.writeHead(204).end();
  });
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
