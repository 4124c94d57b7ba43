// Style sheet of the samples, so that the preview also works without scripts.
import { queryText } from '../listing.ts';
import type { LoadDownload } from '../page.ts';
import { lookFields, lookProperties, schemes } from './look-properties.ts';

export const lookCss: LoadDownload = async (_, request) => {
  const queryLook = Object.fromEntries(lookFields.map((name) => [name, queryText(request, name) ?? '']));
  const rules = schemes.map((scheme) => {
    const properties = lookProperties(queryLook, scheme).map((pair) => pair.join(':'));
    return `.look-sample[data-scheme='${scheme}']{${properties.join(';')}}`;
  });
  return { name: 'look.css', type: 'text/css; charset=utf-8', text: `${rules.join('\n')}\n` };
};
