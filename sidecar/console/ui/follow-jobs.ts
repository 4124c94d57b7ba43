// Updates the list of recordings while one is being transcribed, and reloads the page when it is done.
const pauseMs = 2000;

async function follow(): Promise<void> {
  for (;;) {
    const list = document.querySelector<HTMLElement>('#jobs[data-live]');
    if (!list) return;
    await new Promise((done) => setTimeout(done, pauseMs));
    const answer = await fetch(location.href, { redirect: 'error' }).catch(() => undefined);
    if (!answer?.ok) continue;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#jobs');
    // The page is reloaded only if no input can be lost.
    if (!fresh?.hasAttribute('data-live') && !document.querySelector('form[data-unsaved]')) return location.reload();
    if (!fresh || list.contains(document.activeElement)) continue;
    for (const { id } of list.querySelectorAll('details[open]'))
      fresh.querySelector(`[id="${id}"]`)?.setAttribute('open', '');
    list.replaceWith(fresh);
  }
}

void follow();

export {};
