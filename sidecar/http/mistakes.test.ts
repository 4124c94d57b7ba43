import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BookingRequest } from '#contract/schemas/booking.ts';
import { messagesByLanguage, translatorFor } from '#domain/messages/messages.ts';
import { FieldError, sayMistake } from './mistakes.ts';
import { compile } from './query.ts';

const check = compile(BookingRequest, 'body');

function problem(language: string, fields: object): string {
  const result = check({ showName: 'x', ...fields });
  assert.ok('error' in result && result.error instanceof FieldError);
  return sayMistake(translatorFor(language), result.error);
}

test('each kind of mistake in a form has plain words in the language of the room', () => {
  const cases: [fields: object, german: string][] = [
    [{ showName: '' }, 'Bitte füllen Sie das aus.'],
    [{ showName: undefined }, 'Bitte füllen Sie das aus.'],
    [{ showName: 'x'.repeat(201) }, 'Das ist zu lang: höchstens 200 Zeichen.'],
    [{ showUrl: 'x' }, 'Das ist keine Webadresse. Sie beginnt mit https:// oder http://.'],
    [{ showUrl: 'ftp://x.example' }, 'Das ist keine Webadresse. Sie beginnt mit https:// oder http://.'],
    [{ contactEmail: 'x' }, 'Das ist keine E-Mail-Adresse wie name@example.org.'],
    [{ kind: 'x' }, 'Das ließ sich nicht lesen. Bitte schreiben Sie es anders.'],
  ];
  for (const [fields, german] of cases) {
    assert.equal(problem('de', fields), german);
    for (const language of Object.keys(messagesByLanguage))
      assert.equal(problem(language, fields) === problem('en', fields), language === 'en', language);
  }
});
