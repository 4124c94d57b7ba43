// npm run bench: measures the room on generated content and says which aims are met.
// Options: --sizes 1000,10000  --only http,search,build,ingest,filter,approval,requests,deliveries,tokens,hearing,nexus
// --seconds 2  --rounds 3  --json FILE
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensurePrograms } from '../debian.ts';
import { measureApproval } from './approval.ts';
import { buildAnew, measureBuilds } from './builds.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFilter } from './filter.ts';
import { generateContent } from './generate.ts';
import { measureHttp } from './http.ts';
import { measureIngest } from './ingest.ts';
import { plainClient, wrk } from './load.ts';
import { measureNexus } from './nexus.ts';
import { measureRequests } from './requests.ts';
import { measureSearch } from './search.ts';
import { measureTokens, tokenAims } from './tokens.ts';
import { measureTranscription } from './transcription.ts';
import { aimLines, aims, hearingAims, type Row, table } from './report.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    only: {
      type: 'string',
      default: 'filter,ingest,build,search,http,approval,requests,deliveries,tokens,hearing,nexus',
    },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const parts = new Set(values.only.split(','));
const speech = { ffmpeg: 'ffmpeg', '/usr/share/pocketsphinx/test/data/librivox': 'pocketsphinx-testdata' };
const missing = new Set(
  ensurePrograms({ wrk: 'wrk', nginx: 'nginx-light', hugo: 'hugo', initdb: 'postgresql', ...speech }),
);
if (missing.has('wrk')) console.error('wrk is missing: a plain client measures, so only the ratios tell something');
for (const name of ['nginx', 'hugo']) if (missing.has(name)) console.error(`${name} is missing: not compared with it`);
const load = missing.has('wrk') ? plainClient : wrk;
/** Beyond it, a full build takes minutes. */
const mostApprovalItems = 10_000;

/** Everything about one number of items, in a folder that is gone afterwards. */
async function measureSize(items: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-bench-'));
  const content = join(folder, 'content');
  const env = {
    CONTENT_DIR: content,
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    BASE_URL: 'http://room.example',
  };
  const build = { items, folder, content, env, hugo: !missing.has('hugo') };
  const rows: Row[] = [];
  try {
    if (parts.has('filter')) rows.push(measureFilter(items));
    if (parts.has('ingest')) rows.push(...(await measureIngest(folder, items)));
    if (parts.has('approval') && items <= mostApprovalItems) rows.push(await measureApproval(items));
    if (!['build', 'search', 'http'].some((part) => parts.has(part))) return rows;
    await generateContent(content, items);
    if (parts.has('build')) rows.push(...(await measureBuilds(build)));
    else await buildAnew(build);
    if (parts.has('search')) rows.push(...(await measureSearch(items, env)));
    if (parts.has('http')) {
      rows.push(...(await measureHttp({ items, folder, env, load, seconds, rounds, nginx: !missing.has('nginx') })));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rows: Row[] = [];
for (const items of sizes) {
  console.log(`Measuring ${items.toLocaleString('en')} items`);
  rows.push(...(await measureSize(items)));
}
if (parts.has('requests')) rows.push(...(await measureRequests({ load, seconds, rounds })));
if (parts.has('tokens')) rows.push(...(await measureTokens()));
if (parts.has('deliveries')) rows.push(...(await measureDeliveries()));
if (parts.has('hearing')) rows.push(...(await measureTranscription()));
if (parts.has('nexus')) {
  for (const members of sizes) rows.push(...(await measureNexus({ load, members, seconds, rounds })));
}
console.log(`\n${table(rows)}\n\n${aimLines([...aims(rows), ...tokenAims(rows), ...hearingAims(rows)]).join('\n')}`);
if (values.json) await writeFile(values.json, `${JSON.stringify(rows, null, 1)}\n`);
process.exit(0);
