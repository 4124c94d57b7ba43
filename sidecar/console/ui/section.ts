// A part of a page as data: a heading with paragraphs, links, lines and a button. Features describe theirs with it.

export interface SectionParagraph {
  /** A text for Sentence.astro: backticks mark code, brackets mark the link. */
  text: string;
  href?: string;
  values?: Record<string, string>;
  isQuiet?: true;
}

/** A detail of a line; an `at` in milliseconds stands in the slot `{when}` of its text. */
export interface SectionFact {
  text?: string;
  at?: number;
  href?: string;
  values?: Record<string, string>;
}

export interface SectionLine {
  /** Text of strangers. */
  title: string;
  href?: string;
  isCode?: true;
  state?: { label: string; tone: 'plain' | 'waiting' | 'good' | 'bad' | 'over' };
  facts: SectionFact[];
  /** Text of strangers. */
  detail?: string;
  isMarked?: boolean;
}

export interface PageSection {
  id: string;
  title: string;
  /** Position on the page; smaller comes first. */
  order: number;
  paragraphs?: SectionParagraph[];
  links?: { label: string; href: string }[];
  lines?: SectionLine[];
  more?: { label: string; href: string };
  button?: { label: string; action: string; about?: string };
}
