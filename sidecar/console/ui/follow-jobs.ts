// Updates the list of recordings while one is being transcribed, and reloads the page when it is done.
const pauseMs = 2000;

/** Loads this page again; returns undefined if that fails. */
async function loadPage(): Promise<Document | undefined> {
  const answer = await fetch(location.href, { redirect: 'error' }).catch(() => undefined);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
}

const findLiveList = () => document.querySelector<HTMLElement>('#jobs[data-live]');

async function follow(): Promise<void> {
  for (let list = findLiveList(); list; list = findLiveList()) {
    await new Promise((done) => setTimeout(done, pauseMs));
    const page = await loadPage();
    if (!page) continue;
    const newList = page.querySelector('#jobs');
    // The page is reloaded only if no input can be lost.
    if (!newList?.hasAttribute('data-live') && !document.querySelector('form[data-unsaved]')) return location.reload();
    if (!newList || list.contains(document.activeElement)) continue;
    for (const { id } of list.querySelectorAll('details[open]'))
      newList.querySelector(`[id="${id}"]`)?.setAttribute('open', '');
    list.replaceWith(newList);
  }
}

void follow();

export {};
