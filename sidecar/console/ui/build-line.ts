// Follows a running build and shows its result.
import type { BuildState } from './frame.ts';

const pauseMs = 500;

async function follow(line: Element): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, pauseMs));
    const answer = await fetch('/console/build', { redirect: 'error' }).catch(() => undefined);
    const build = answer?.ok ? ((await answer.json()) as BuildState) : undefined;
    if (!build || build.state === 'running') continue;
    const template = document.querySelector<HTMLTemplateElement>(`template[data-build="${build.state}"]`)!;
    const message = template.content.cloneNode(true) as DocumentFragment;
    const output = message.querySelector('pre');
    if (output) output.textContent = build.output ?? '';
    const seconds = message.querySelector<HTMLElement>('[data-seconds]');
    if (seconds) {
      const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
      const format = new Intl.NumberFormat(seconds.dataset.locale, decimals);
      seconds.textContent = format.format((build.tookMs ?? 0) / 1000);
    }
    line.replaceChildren(message);
    return;
  }
}

const line = document.querySelector('[data-build-line="running"]');
if (line) void follow(line);
