// Updates the samples while colours and typefaces are being chosen.
import { type Look, lookFields, lookProperties, schemes } from './look-properties.ts';

const samples = schemes.map((scheme) => ({
  scheme,
  sample: document.querySelector<HTMLElement>(`.look-sample[data-scheme=${scheme}]`),
}));
const valueOf = (name: string) => (document.getElementById(`field-${name}`) as HTMLInputElement | null)?.value ?? '';

const show = () => {
  const formLook: Look = Object.fromEntries(lookFields.map((name) => [name, valueOf(name)]));
  for (const { scheme, sample } of samples)
    for (const [name, value] of lookProperties(formLook, scheme)) sample?.style.setProperty(name, value);
};

if (samples.some(({ sample }) => sample)) {
  document.querySelector<HTMLElement>('[data-look-button]')!.hidden = true;
  // The colour picker updates the field first.
  document.addEventListener('input', () => setTimeout(show));
  show();
}
