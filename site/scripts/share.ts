// Opens the share sheet of the system, or copies the link if there is none.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
  button.addEventListener('click', async () => {
    const url = button.dataset.share!;
    if (navigator.share) return void navigator.share({ title: document.title, url }).catch(() => undefined);
    const label = button.textContent;
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.done!;
    setTimeout(() => (button.textContent = label), 2000);
  });
}
