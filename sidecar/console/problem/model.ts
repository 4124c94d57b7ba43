// A problem in place of a page: no such page, no such item, a form that was refused.

export interface ProblemModel {
  status: number;
  title: string;
  message: string;
  /** What would be lost with the form. */
  typed: string[];
}
