// Shows the progress of the setup, and reloads the page for the next step.
const pauseMs = 1000;

async function follow(followed: Element): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, pauseMs));
    const answer = await fetch(location.pathname, { redirect: 'error' }).catch(() => undefined);
    if (!answer?.ok) continue;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('[data-followed]');
    if (!next) return location.replace(location.pathname);
    followed.replaceChildren(...next.childNodes);
  }
}

const followed = document.querySelector('[data-followed]');
if (followed) void follow(followed);
