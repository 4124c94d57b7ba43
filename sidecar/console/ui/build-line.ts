// Follows a build that runs, and says how it ended.
import type { BuildState } from './frame.ts';

const pauseMs = 500;

async function follow(line: Element): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, pauseMs));
    const answer = await fetch('/console/build', { redirect: 'error' }).catch(() => undefined);
    const build = answer?.ok ? ((await answer.json()) as BuildState) : undefined;
    if (!build || build.state === 'running') continue;
    const template = document.querySelector<HTMLTemplateElement>(`template[data-build="${build.state}"]`)!;
    const said = template.content.cloneNode(true) as DocumentFragment;
    const output = said.querySelector('pre');
    if (output) output.textContent = build.output ?? '';
    const seconds = said.querySelector('[data-seconds]');
    if (seconds) seconds.textContent = ((build.tookMs ?? 0) / 1000).toFixed(1);
    line.replaceChildren(said);
    return;
  }
}

const line = document.querySelector('[data-build-line="running"]');
if (line) void follow(line);
