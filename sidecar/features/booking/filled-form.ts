// The booking form as it was sent, with what is wrong said at the field: the built page of the room, filled in.
import { bookingForm } from '#domain/booking/booking.ts';
import type { Release } from '../../release/release.ts';
import { builtPage, wordsOf } from '../../http/page.ts';

export interface FieldProblem {
  /** Undefined where nothing in the form is wrong. */
  field: string | undefined;
  text: string;
}

export async function filledForm(
  release: Release,
  fields: Record<string, string>,
  { field, text }: FieldProblem,
): Promise<string> {
  // Loading it takes part of a start.
  const { load } = await import('cheerio');
  const $ = load(await builtPage(release, '/booking'));
  const form = $(`form[action="${bookingForm.ask}"]`);
  for (const element of form.find('input, select, textarea').toArray()) {
    const one = $(element);
    const name = one.attr('name') ?? '';
    const typed = name === bookingForm.trap ? '' : (fields[name] ?? '');
    // An attribute is written as it is, where val() would set what only a script sees.
    if (one.is('textarea')) one.text(typed);
    else if (one.is('select'))
      one
        .find('option')
        .each((_, option) => void $(option).attr('selected', $(option).attr('value') === typed ? '' : null));
    else one.attr('value', typed);
  }
  // Nobody sees the trap.
  const wrong = form
    .find('input, select, textarea')
    .filter((_, element) => field !== bookingForm.trap && $(element).attr('name') === field);
  const id = `${field}-problem`;
  wrong.attr({ 'aria-invalid': 'true', autofocus: '' });
  wrong.attr('aria-describedby', [id, wrong.attr('aria-describedby')].filter(Boolean).join(' '));
  if (wrong.length > 0) $('<span class="problem"></span>').attr('id', id).text(text).insertBefore(wrong);
  const notice = $('<p class="notice" role="alert"></p>').text(
    wrong.length > 0 ? wordsOf(release)('booking.mend') : text,
  );
  form.prepend(notice);
  return $.html();
}
