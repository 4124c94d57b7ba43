// Passkey forms: shown if passkeys work. They ask the device on submit and send its response.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

const ceremonies = {
  create: (optionsJSON: never) => startRegistration({ optionsJSON }),
  get: (optionsJSON: never) => startAuthentication({ optionsJSON }),
};
type Ceremony = keyof typeof ceremonies;

const isAlreadyRegistered = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

/** Returns the device's response as JSON. */
async function requestPasskey(form: HTMLFormElement): Promise<string> {
  const { ceremony, question } = form.dataset as { ceremony: Ceremony; question: string };
  const request = await fetch(question, { headers: { Accept: 'application/json' } });
  return JSON.stringify(await ceremonies[ceremony]((await request.json()) as never));
}

function enableForm(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>('[role="alert"]')!;
  const answer = form.elements.namedItem('answer') as HTMLInputElement;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.textContent = '';
    requestPasskey(form).then(
      (text) => {
        answer.value = text;
        form.submit();
      },
      (error: unknown) => {
        problem.textContent = (isAlreadyRegistered(error) ? form.dataset.known : form.dataset.refused)!;
      },
    );
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-ceremony]')) {
  const { origin } = form.dataset;
  if (location.origin === origin && browserSupportsWebAuthn()) enableForm(form);
  else document.querySelectorAll<HTMLElement>('[data-no-passkeys]').forEach((element) => (element.hidden = false));
}
