import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../storage/store.ts';
import { noPostgres, startPostgres } from '../../storage/test-stores.ts';
import { FleetContent } from './content.ts';

test(
  'a builder that was killed after sending its content continues with it and keeps later changes',
  { skip: noPostgres },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-fleet-content-'));
    const postgres = await startPostgres();
    const store = await openStore({ databaseUrl: postgres.url, file: '' });
    t.after(async () => {
      await store.close();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    });
    const objects = new Map<string, Buffer>();
    const bucket = {
      get: async (key: string) => objects.get(key),
      put: async (key: string, body: Buffer) => void objects.set(key, body),
      remove: async (key: string) => void objects.delete(key),
    };
    const contentDir = join(folder, 'content');
    const stateFile = join(folder, 'data', 'state.json');
    const warnings: string[] = [];
    const item = join(contentDir, 'item.md');
    let at = 0;
    const open = async () => {
      // Makes each update a full pass.
      const now = () => (at += 3600_000);
      const warn = (line: string) => void warnings.push(line);
      const content = new FleetContent({ contentDir, stateFile, bucket, db: store.db, warn, now });
      t.after(() => content.close());
      await content.restore();
      return content;
    };
    mkdirSync(contentDir);
    writeFileSync(item, 'first');
    const first = await open();
    assert.ok(await first.send());
    const before = readFileSync(stateFile);

    // The builder cannot store that the pointer has moved.
    rmSync(stateFile);
    mkdirSync(join(stateFile, 'in the way'), { recursive: true });
    writeFileSync(item, 'second text');
    await assert.rejects(first.send());
    rmSync(stateFile, { recursive: true });
    writeFileSync(stateFile, before);

    writeFileSync(item, 'the third text');
    const next = await open();
    assert.deepEqual(warnings, []);
    assert.equal(readFileSync(item, 'utf8'), 'the third text');
    assert.ok(await next.send());

    rmSync(contentDir, { recursive: true });
    rmSync(join(folder, 'data'), { recursive: true });
    mkdirSync(contentDir);
    await open();
    assert.equal(readFileSync(item, 'utf8'), 'the third text');
  },
);
