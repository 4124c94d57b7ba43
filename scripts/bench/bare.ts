// Serves recorded responses from memory with node:http and nothing else, as a reference for measurements. Runs in its
// own process; its arguments are the port and a file of [path, status, headers, body file] records.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';

export type RecordedResponse = [path: string, status: number, headers: string[], bodyFile: string];

const [port, file] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file!, 'utf8')) as RecordedResponse[];
const answers = new Map(
  recorded.map(([path, status, headers, body]) => [path, { status, headers, body: readFileSync(body) }]),
);
createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  response.writeHead(status, headers).end(status === 304 ? undefined : body);
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
