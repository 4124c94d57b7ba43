// Fuzz tests of guest kits as PDFs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { newestDots } from '#domain/documents/briefing-pack.ts';
import { guestKit } from '#domain/documents/guest-kit.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { openFaces } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { renderPdf } from '#domain/pdf/render.ts';
import { createSheetContext } from '#domain/pdf/sheet.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { fuzzRuns, hostileText } from '#domain/text/test-hostile.ts';
import { buildGuestKitPdf } from './guest-kit-sheet.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const faces = openFaces(
  (file) => readFileSync(fileURLToPath(import.meta.resolve(file))),
  createRequire(import.meta.url)('fontkit') as Fontkit,
);
const identity = { id: 'k1', at: '2026-05-01T10:00:00.000Z' };

test('fuzz: a guest kit is rendered for any items and requests', async () => {
  const property = fc.asyncProperty(hostileText, hostileText, hostileText, async (title, summary, input) => {
    const items = room.items.map((item) => ({
      ...item,
      title: `t${title}`,
      summary,
      author: title,
      keywords: [summary],
    }));
    const request = { showName: `s${input}`, topic: input, audience: input };
    const dots = newestDots(buildLists({ ...room, items }).contentIndex, 8, translatorFor('en'));
    const { id: itemId, date } = dots[0]!;
    const statement = { kind: 'guest', text: summary, speaker: title, speakerIsCreator: false } as const;
    const statements = [{ ...statement, itemId, title, date, url: undefined, startSeconds: 61 }];
    const kit = guestKit(room, { dots, isKnownTopic: true, suggestions: [input], statements }, request, identity);
    const definition = buildGuestKitPdf(room, kit, createSheetContext(room.creator, faces, {}, new Set()));
    assert.equal((await renderPdf(definition, faces)).toString('latin1', 0, 5), '%PDF-');
  });
  await fc.assert(property, fuzzRuns(10));
});
