// Waits for a payment and opens the text. Pays with the browser's wallet if there is one (WebLN).
const everyMs = 3000;

interface WebLn {
  enable: () => Promise<unknown>;
  sendPayment: (invoice: string) => Promise<unknown>;
}

const waiting = document.querySelector<HTMLElement>('[data-payment]');
if (waiting) {
  const { payment, invoice, done } = waiting.dataset as Record<'payment' | 'invoice' | 'done', string>;
  const look = async () => {
    const body = JSON.stringify({ payment_context_token: payment });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/l402/verify', { method: 'POST', body, headers }).catch(() => undefined);
    if (answer?.ok) location.replace(done);
    else setTimeout(look, everyMs);
  };
  setTimeout(look, everyMs);

  const button = waiting.querySelector<HTMLButtonElement>('button[data-webln]')!;
  const { webln } = window as { webln?: WebLn };
  button.hidden = !webln;
  button.addEventListener('click', async () => {
    await webln!.enable();
    await webln!.sendPayment(invoice);
  });
}
