import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BookingRequest } from '#contract/schemas/booking.ts';
import { messagesByLanguage, translatorFor } from '#domain/messages/messages.ts';
import { FieldError, formatMistake } from './form-mistakes.ts';
import { compileValidator } from './query.ts';

const check = compileValidator(BookingRequest, 'body');

function problem(language: string, fields: object): string {
  const result = check({ showName: 'x', ...fields });
  assert.ok('error' in result && result.error instanceof FieldError);
  return formatMistake(translatorFor(language), result.error);
}

test('each kind of mistake in a form has plain words in the language of the room', () => {
  const cases: [fields: object, german: string][] = [
    [{ showName: '' }, 'Füllen Sie dieses Feld aus.'],
    [{ showName: undefined }, 'Füllen Sie dieses Feld aus.'],
    [{ showName: 'x'.repeat(201) }, 'Zu lang. Höchstens 200 Zeichen.'],
    [{ showUrl: 'x' }, 'Keine gültige Webadresse. Sie muss mit https:// oder http:// beginnen.'],
    [{ showUrl: 'ftp://x.example' }, 'Keine gültige Webadresse. Sie muss mit https:// oder http:// beginnen.'],
    [{ contactEmail: 'x' }, 'Keine gültige E-Mail-Adresse. Beispiel: name@example.org.'],
    [{ kind: 'x' }, 'Kein gültiger Wert. Prüfen Sie dieses Feld.'],
  ];
  for (const [fields, german] of cases) {
    assert.equal(problem('de', fields), german);
    for (const language of Object.keys(messagesByLanguage))
      assert.equal(problem(language, fields) === problem('en', fields), language === 'en', language);
  }
});
