// Passkey forms: shown where passkeys can work; asks the device when one is sent, and sends on its answer.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

const askDevice = {
  create: (optionsJSON: never) => startRegistration({ optionsJSON }),
  get: (optionsJSON: never) => startAuthentication({ optionsJSON }),
};
type Ceremony = keyof typeof askDevice;

const isKnown = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

/** The device's answer as JSON. */
async function answerOf(form: HTMLFormElement): Promise<string> {
  const { ceremony, question } = form.dataset as { ceremony: Ceremony; question: string };
  const request = await fetch(question, { headers: { Accept: 'application/json' } });
  return JSON.stringify(await askDevice[ceremony]((await request.json()) as never));
}

function prepare(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('[role="alert"]')!;
  const answer = form.elements.namedItem('answer') as HTMLInputElement;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.textContent = '';
    answerOf(form).then(
      (text) => {
        answer.value = text;
        form.submit();
      },
      (error: unknown) => {
        problem.textContent = (isKnown(error) ? form.dataset.known : form.dataset.refused)!;
      },
    );
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-ceremony]')) {
  const { origin } = form.dataset;
  if (location.origin === origin && browserSupportsWebAuthn()) prepare(form);
  else document.querySelectorAll<HTMLElement>('[data-no-passkeys]').forEach((element) => (element.hidden = false));
}
