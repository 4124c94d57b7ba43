import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettingsModel } from '../../console/settings/page.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { readAuditLines, openConsole, readPage, signInByLink } from '../../console/test-console.ts';

onBothStores('the signing key of receipts', (open) => {
  test('can be replaced by the creator, and the old one is still listed', async () => {
    const console = openConsole(open());
    const browser = await signInByLink(console);
    const keys = async () =>
      readPage<SettingsModel>(await browser.get('/settings'))
        .model.sections.find(({ id }) => id === 'receipts')!
        .lines!.map(({ title }) => title);
    const before = await keys();
    const done = await browser.post('/settings/receipt-key');
    assert.match(done.headers.location as string, /notice=receiptKeyRotated/);
    const after = await keys();
    assert.equal(after.length, before.length + 1);
    assert.deepEqual(after.slice(1), before);
    assert.ok((await readAuditLines(console)).includes(`creator: receipt-key.rotated ${after[0]}`));
  });
});
