// Previews the form's colours on a sample before they are saved.
import { palette } from '#domain/palette/palette.ts';

const sample = document.querySelector<HTMLElement>('[data-look]');
const names = ['accentColor', 'secondColor'] as const;
const field = (name: string) => document.getElementById(`field-${name}`) as HTMLInputElement | null;

const show = (sample: HTMLElement) => {
  const typed = names.map((name) => [name, field(name)?.value ?? ''] as const);
  const colours = Object.fromEntries(typed.filter(([, value]) => /^#[\da-f]{6}$/i.test(value)));
  for (const one of sample.querySelectorAll<HTMLElement>('[data-scheme]')) {
    const shown = palette(colours, one.dataset.scheme === 'dark' ? 'dark' : 'light');
    for (const [name, value] of Object.entries(shown)) {
      one.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value));
    }
  }
};

if (sample) {
  sample.hidden = false;
  // After the colour picker has written its value into the field.
  document.addEventListener('input', () => setTimeout(() => show(sample)));
  show(sample);
}
