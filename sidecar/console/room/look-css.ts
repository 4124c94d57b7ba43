// The style sheet of the samples: without scripts, they show what was typed once the form was sent for a preview.
import { textOf } from '../listing.ts';
import type { LoadDownload } from '../page.ts';
import { lookFields, lookOf, schemes } from './look-of.ts';

export const lookCss: LoadDownload = async (_, request) => {
  const typed = Object.fromEntries(lookFields.map((name) => [name, textOf(request, name) ?? '']));
  const rules = schemes.map((scheme) => {
    const properties = lookOf(typed, scheme).map((pair) => pair.join(':'));
    return `.look-sample[data-scheme='${scheme}']{${properties.join(';')}}`;
  });
  return { name: 'look.css', type: 'text/css; charset=utf-8', text: `${rules.join('\n')}\n` };
};
