// Translates problems with feeds and pages, which are chosen by their code.
import { PageProblems } from '#contract/schemas/ingest-report.ts';
import { type SourceProblem, sourceProblems } from '#contract/source-problems.ts';
import { checker } from '#contract/validation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { ConsoleTranslate } from './messages.ts';

const maxDetailLength = 300;

/** Details may quote a feed. */
export function translateSourceProblem(t: ConsoleTranslate, { code, details }: SourceProblem): string {
  const safeDetails = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? strangerText(value, maxDetailLength) : value,
  ]);
  return t(sourceProblems[code].message, Object.fromEntries(safeDetails));
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
