// Model of the problem page, which replaces a missing page or answers a rejected form.

export interface ProblemModel {
  status: number;
  title: string;
  message: string;
  /** Input of the form that would otherwise be lost. */
  typed: string[];
}
