// What the doctor finds: one statement about one thing, and what to do about it.

export type FindingLevel = 'ok' | 'advice' | 'warning' | 'problem';

export interface DoctorFinding {
  /** What was looked at, such as `content`. */
  check: string;
  level: FindingLevel;
  says: string;
  /** Where it stands. */
  file?: string;
  key?: string;
  /** What to do. */
  fix?: string;
}

/** Everything but the name of the check. */
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

/** Where nothing is wrong, that is said. */
export const withOkIfClean = (found: CheckResult[], says: string): CheckResult[] =>
  found.some(({ level }) => level === 'problem' || level === 'warning') ? found : [ok(says), ...found];

/** For monitors: 0 all is well, 1 something does not work, 3 something will need attention. */
export function doctorExitCode(findings: DoctorFinding[]): number {
  if (findings.some(({ level }) => level === 'problem')) return 1;
  return findings.some(({ level }) => level === 'warning') ? 3 : 0;
}
