// Measures how long search and verify-quote take. Each question is asked once.
import { readCpuSeconds, type Env } from './children.ts';
import { commonTag } from './generate.ts';
import type { Row } from './report.ts';
import { startSidecar } from './servers.ts';
import { chanceOf, sentence } from './words.ts';

const questionCount = 300;
const warmUp = 30;

interface Question {
  path: string;
  body?: object;
}

/**
 * Terms are quoted, since some are stop words. There are few of them, so that each occurs in about every third item,
 * which is a hard case.
 */
const words = (seed: number, count: number): string => {
  const all = sentence(chanceOf(seed), count).split(' ');
  return `search?offset=${seed % 50}&q=${encodeURIComponent(all.map((word) => `"${word}"`).join(' '))}`;
};

const questions: Record<string, (seed: number) => Question> = {
  'search, one word': (seed) => ({ path: words(seed, 1) }),
  'search, three words': (seed) => ({ path: words(seed, 3) }),
  'search, one word and a tag': (seed) => ({ path: `${words(seed, 1)}&tag=${commonTag}` }),
  'verify-quote': (seed) => ({ path: 'verify-quote', body: { text: sentence(chanceOf(seed), 12) } }),
};

async function ask(origin: string, { path, body }: Question): Promise<number> {
  const from = performance.now();
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${origin}/api/agent/${path}`, body ? post : {});
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return performance.now() - from;
}

/** Measures a room that has been built. `env` is its environment. */
export async function measureSearch(items: number, env: Env): Promise<Row[]> {
  const sidecar = await startSidecar({ ...env, RATES: 'search=1000000,quote=1000000' });
  const rows: Row[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = [];
    for (let seed = 0; seed < warmUp; seed++) await ask(sidecar.origin, question(seed));
    const before = readCpuSeconds(sidecar.pid);
    for (let seed = warmUp; seed < warmUp + questionCount; seed++)
      times.push(await ask(sidecar.origin, question(seed)));
    const cpuUs = ((readCpuSeconds(sidecar.pid) - before) * 1e6) / questionCount;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(questionCount * share)]!;
    rows.push({ items, name: `${name}, p50`, value: at(0.5), unit: 'ms', p99Ms: at(0.99), cpuUs });
  }
  await sidecar.stop();
  return rows;
}
