// Follows playback in the transcript, and searches it.
import type { Playback } from './playback.ts';

const attentionMs = 5000;

/** Highlights the words without changing the text (CSS Custom Highlight API). */
function mark(lines: HTMLElement[], words: string): void {
  if (!('highlights' in CSS)) return;
  const ranges = lines.flatMap((line) => {
    const text = line.querySelector('.spoken-text')!.firstChild as Text;
    const at = words ? text.data.toLocaleLowerCase().indexOf(words) : -1;
    if (at < 0) return [];
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, Math.min(text.length, at + words.length));
    return [range];
  });
  CSS.highlights.set('found', new Highlight(...ranges));
}

function search(box: HTMLElement, lines: HTMLElement[]): void {
  const input = box.querySelector('input')!;
  const count = box.querySelector<HTMLElement>('[role="status"]')!;
  input.addEventListener('input', () => {
    const words = input.value.trim().toLocaleLowerCase();
    const matches = lines.filter((line) => line.textContent!.toLocaleLowerCase().includes(words));
    for (const line of lines) line.hidden = !matches.includes(line);
    mark(matches, words);
    count.textContent = words ? count.dataset.found!.replace('{count}', String(matches.length)) : '';
  });
}

/** Scrolls only the transcript, and not while the visitor scrolls it. */
function scrollWithPlayback(lines: HTMLElement[], { subscribe }: Playback): void {
  const box = lines[0]!.parentElement!;
  let touchedAt = -Infinity;
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    box.addEventListener(event, () => (touchedAt = performance.now()), { passive: true });
  let current: HTMLElement | undefined;
  subscribe(({ seconds, isPlaying }) => {
    const next = isPlaying ? lines.findLast((line) => Number(line.dataset.from) <= seconds) : current;
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'true');
    current = next;
    if (!next || performance.now() - touchedAt < attentionMs) return;
    box.scrollTop += next.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  });
}

export function followTranscript(playback: Playback): void {
  const box = document.querySelector<HTMLElement>('.spoken');
  const lines = [...(box?.querySelectorAll<HTMLElement>('.spoken-line') ?? [])];
  if (!box || lines.length === 0) return;
  search(box, lines);
  scrollWithPlayback(lines, playback);
}
