// The yardstick: a node:http server that answers recorded responses from memory and does nothing else.
// Started as a process of its own with the port and a file of [path, status, headers, body file] records.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';

export type Recorded = [path: string, status: number, headers: string[], bodyFile: string];

const [port, file] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file!, 'utf8')) as Recorded[];
const answers = new Map(
  recorded.map(([path, status, headers, body]) => [path, { status, headers, body: readFileSync(body) }]),
);
createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  response.writeHead(status, headers).end(status === 304 ? undefined : body);
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
