// Translates validation messages. Patterns and formats are explained by what may be entered.
import type { ConsoleTranslate, ConsoleMessage } from './messages.ts';

/** Messages by their whole text, or by the pattern or format that they are about. */
const schemaMessages: Record<string, ConsoleMessage> = {
  'is missing': 'is missing',
  'is not a known field': 'is not a known field',
  'is used twice': 'is used twice',
  'extends beyond the picture': 'extends beyond the picture',
  'is not a time zone. Use a name such as Europe/Berlin': 'is not a time zone. Use a name such as Europe/Berlin',
  'is not a language tag. Use a tag such as en or pt-BR': 'is not a language tag. Use a tag such as en or pt-BR',
  'is missing, and so is file': 'needs an address',
  'is not for sale. Use transcribe, guest-kit, content-index, articles or article:ID':
    'is not for sale. Use transcribe, guest-kit, content-index, articles or article:ID',
  'and prices.transcribe apply to the same resource. Remove one of them':
    'and the price of transcriptions apply to the same resource. Remove one of them',
  'opens nothing, because no article has a price. Add prices.articles':
    'opens nothing, because no article has a price. Add a price for articles',
  'applies to articles, but you have none. Publish an article or remove the price':
    'applies to articles, but you have none. Publish an article or remove the price',
  'applies to transcriptions, but this room has no speech recognition. Set it up or remove the price':
    'applies to transcriptions, but this room has no speech recognition. Set it up or remove the price',
  'is the price of an unknown article. Correct its id or remove the price':
    'is the price of an unknown article. Correct its id or remove the price',
  'must be number': 'must be a number',
  'must be integer': 'must be a whole number',
  'must be boolean': 'must be yes or no',
  'must be string': 'must be a text',
  'must be array': 'must be a list',
  'must be object': 'must have several parts',
  date: 'must be a day, such as 2026-05-01',
  'date-time': 'must be a time, such as 2026-05-01T18:00:00Z',
  email: 'must be an email address, such as name@example.org',
  uri: 'must be an address, such as https://example.org/page',
  '^https?://': 'must be an address, such as https://example.org/page',
  '^(https?|wss?|mailto):': 'must be an address, such as https://example.org/page',
  '^(https?://|media/)': 'must be a web address, or media/ and the name of an uploaded picture',
  '^#[0-9a-fA-F]{6}$': 'must be a colour, such as #1a5f7a',
  '^[A-Za-z0-9][A-Za-z0-9._/-]*$': 'must be the name of an uploaded picture, without spaces',
  '^[a-z0-9-]+$': 'may contain only the letters a to z, digits and hyphens',
  '^[a-z0-9][a-z0-9-]*$': 'may contain only the letters a to z, digits and hyphens',
  '^[a-z0-9._-]{1,64}$': 'may contain only the letters a to z, digits, dots, hyphens and underscores, at most 64',
  '^[A-Za-z0-9-]{8,128}$': 'must have 8 to 128 letters from a to z, digits and hyphens',
  '^[0-9a-f]{64}$': 'must have 64 characters, each a digit or a letter from a to f',
  '^0x[0-9a-fA-F]{40}$': 'must be 0x followed by 40 digits and letters from a to f',
  '^[A-Z]{3}$': 'must be a currency code of three capital letters, such as EUR',
  '^[a-z0-9-]+-[0-9a-f]{8}$': 'must be the name that the program assigned',
};

/** Patterns of messages with their values as named groups, and the translated messages. */
const schemaTemplates: [RegExp, ConsoleMessage][] = [
  [/^must be one of (?<values>.+)$/s, 'must be one of {values}'],
  [/^must be >= (?<least>\S+)$/, 'must be {least} or more'],
  [/^must be <= (?<most>\S+)$/, 'must be {most} or less'],
  [/^must be > (?<least>\S+)$/, 'must be more than {least}'],
  [/^must NOT have fewer than 1 characters$/, 'is empty'],
  [/^must NOT have more than (?<count>\d+) characters$/, 'may have at most {count} characters'],
  [
    /^opens nothing, because every article costs at least (?<least>\d+)/,
    'opens nothing, because every article costs at least {least}. Enter {least} or more, or leave it empty',
  ],
];

const schemaRule = /^must match (?:pattern|format) "(.+)"$/s;

/** Translates a validation message. Unknown messages are returned unchanged. */
export function translateProblem(t: ConsoleTranslate, message: string): string {
  const text = schemaMessages[schemaRule.exec(message)?.[1] ?? message];
  if (text) return t(text);
  for (const [pattern, template] of schemaTemplates) {
    const match = pattern.exec(message);
    if (match) return t(template, match.groups);
  }
  return t.any(message);
}

/** Translates a problem such as `feeds.0.url is missing`. The field name stays as it is. */
export function translateFileProblem(t: ConsoleTranslate, problem: string): string {
  const [, field, message] = /^(the whole|[^\s"]+) (.+)$/s.exec(problem) ?? [];
  return field === undefined ? problem : `${t.any(field)} ${translateProblem(t, message!)}`;
}
