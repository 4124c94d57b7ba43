// Findings of npm run doctor: one statement about one check, with a fix.

export type FindingLevel = 'ok' | 'advice' | 'warning' | 'problem';

export interface DoctorFinding {
  /** Name of the check, such as `content`. */
  check: string;
  level: FindingLevel;
  says: string;
  /** File that the finding is about, relative to the content folder. */
  file?: string;
  key?: string;
  fix?: string;
}

/** Finding of a check, to which the command adds the name of the check. */
export type CheckResult = Omit<DoctorFinding, 'check'>;

export const ok = (says: string): CheckResult => ({ level: 'ok', says });
export const advice = (says: string, more: Partial<CheckResult> = {}): CheckResult => ({
  level: 'advice',
  says,
  ...more,
});
export const warning = (says: string, more: Partial<CheckResult> = {}): CheckResult => ({
  level: 'warning',
  says,
  ...more,
});
export const problem = (says: string, more: Partial<CheckResult> = {}): CheckResult => ({
  level: 'problem',
  says,
  ...more,
});

/** Prepends an `ok` result unless there is a problem or a warning. */
export const withOkIfClean = (results: CheckResult[], says: string): CheckResult[] =>
  results.some(({ level }) => level === 'problem' || level === 'warning') ? results : [ok(says), ...results];

/** Returns the exit code for monitors: 0 all is well, 1 something does not work, 3 something needs attention soon. */
export function doctorExitCode(findings: DoctorFinding[]): number {
  if (findings.some(({ level }) => level === 'problem')) return 1;
  return findings.some(({ level }) => level === 'warning') ? 3 : 0;
}
