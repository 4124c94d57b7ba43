// npm run ingest: what the creator's files say becomes build-time JSON.
import { exit } from 'node:process';
import { buildCatalog } from './catalog.ts';
import { contentDir } from './settings.ts';

const catalog = await buildCatalog(contentDir()).catch((error: Error) => {
  console.error(error.message);
  exit(1);
});
for (const problem of catalog.problems) console.error(`Catalog: ${problem}`);
console.log(`Catalog: ${catalog.items} items${catalog.changed ? '' : ', nothing changed'}`);
