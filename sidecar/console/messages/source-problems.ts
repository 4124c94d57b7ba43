// Translates problems with feeds and pages, and the notices about them, which are chosen by their code.
import { type Notice, notices } from '#contract/notices.ts';
import { Notices, PageProblems } from '#contract/schemas/ingest-report.ts';
import { type SourceProblem, sourceProblems } from '#contract/source-problems.ts';
import { checker } from '#contract/validation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { ConsoleTranslate, MessageValues } from './messages.ts';
import { translateFileProblem } from './problems.ts';

const maxDetailLength = 300;

/** Makes details safe to show, since they may quote a feed. */
const safeDetails = (details: SourceProblem['details']): MessageValues =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? strangerText(value, maxDetailLength) : value,
    ]),
  );

export const translateSourceProblem = (t: ConsoleTranslate, { code, details }: SourceProblem): string =>
  t(sourceProblems[code].message, safeDetails(details));

export function translateNotice(t: ConsoleTranslate, { code, details = {}, cause }: Notice): string {
  const texts = notices[code];
  const { day, problem, count } = details;
  const values = {
    ...safeDetails(details),
    ...(day && { day: t.day(String(day)) }),
    ...(problem && { problem: strangerText(translateFileProblem(t, String(problem)), maxDetailLength) }),
    ...(cause && { cause: translateSourceProblem(t, cause) }),
  };
  return 'message' in texts ? t(texts.message, values) : t.count(texts.one, texts.many, Number(count), values);
}

const readNotices = checker(Notices);

/** Translates the notices that a command prints as JSON. Anything else yields an empty list. */
export function translateNotices(t: ConsoleTranslate, printedNotices: unknown): string[] {
  const result = readNotices(printedNotices);
  return result.ok ? result.value.map((notice) => translateNotice(t, notice)) : [];
}

const readPageProblems = checker(PageProblems);

/** Translates the problems that a command prints as JSON. Anything else yields an empty list. */
export function translatePageProblems(t: ConsoleTranslate, problems: unknown): string[] {
  const result = readPageProblems(problems);
  if (!result.ok) return [];
  return result.value.map(
    ({ url, ...problem }) => `${strangerText(url, maxDetailLength)}: ${translateSourceProblem(t, problem)}`,
  );
}
