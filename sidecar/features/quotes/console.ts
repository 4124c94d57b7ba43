// The section about the signing key of quote receipts on the settings page of the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { successNotice } from '../../console/notices.ts';
import { type RunAction, consoleActor } from '../../console/page.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import type { PageSection } from '../../console/ui/section.ts';
import type { ConsoleTranslate } from '../../console/messages/messages.ts';
import { readReceiptKeys, rotateReceiptKey } from './keys.ts';

const path = '/settings/receipt-key';

async function listSettingsSections({ store, now }: ConsoleDeps, t: ConsoleTranslate): Promise<PageSection[]> {
  const keys = await readReceiptKeys(store.db, now());
  const text = t(
    'Your room signs receipts that confirm quotes from your publications. Anyone can verify a receipt with the public keys at `/.well-known/jwks.json`.',
  );
  return [
    {
      id: 'receipts',
      title: t('Quote receipts'),
      order: 60,
      paragraphs: [{ text, isQuiet: true }],
      // Only the first key signs.
      lines: keys.map(({ kid, createdAt }, number) => ({
        title: kid,
        isCode: true,
        facts: [
          { at: Date.parse(createdAt), text: t('created {when}') },
          { text: number === 0 ? t('active') : t('replaced; its receipts remain valid') },
        ],
      })),
      button: { label: t('Create a new key'), action: consolePath + path, about: t('quote receipts') },
    },
  ];
}

/** Creates a new key. Earlier receipts stay valid, because the old key is still published. */
const rotateKey: RunAction = async ({ store, now }) => {
  await store.db.transaction().execute(async (tx) => {
    const { kid } = await rotateReceiptKey(tx, now());
    const row = { at: now(), who: consoleActor, action: 'receipt-key.rotated', subject: kid, detail: null };
    await tx.insertInto('audit').values(row).execute();
  });
  return { to: '/settings', notice: 'receiptKeyRotated' };
};

export const quotesConsole: ConsoleContribution = {
  pages: [{ view: 'settings', pages: {}, actions: { [path]: rotateKey } }],
  sections: { settings: listSettingsSections },
  notices: {
    receiptKeyRotated: successNotice('New receipts are signed with the new key. Earlier receipts remain valid.'),
  },
};
