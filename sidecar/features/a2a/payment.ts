// What a message with data asks for at once: an invoice, the token for what was paid, an item with its text.
import type { EndpointName } from '#contract/endpoints.ts';
import type { AccessToken, PaymentContext } from '#contract/schemas/payment.ts';
import type { Ask } from '../../http/handler.ts';
import type { Said } from './message.ts';

type Data = Record<string, unknown>;

interface Wish {
  /** The property of the data that selects this request. */
  member: string;
  endpoint: EndpointName;
  input: (data: Data) => { params?: Data; body?: Data };
  sentence: (answer: never) => string;
}

const wishes: Wish[] = [
  {
    member: 'payment_context_token',
    endpoint: 'l402Verify',
    input: ({ payment_context_token }) => ({ body: { payment_context_token } }),
    sentence: ({ resourceId, expiresAt }: AccessToken) =>
      `${resourceId} is open until ${expiresAt}. Send "L402 " and the accessToken as metadata.authorization of your messages, or as the header Authorization.`,
  },
  {
    member: 'resourceId',
    endpoint: 'l402PaymentRequest',
    input: ({ resourceId, maxMinutes }) => ({ body: { resourceId, maxMinutes } }),
    sentence: ({ amountSats, resourceId }: PaymentContext & { resourceId: string }) =>
      `Pay the invoice of ${amountSats} sats for ${resourceId}, then send the payment_context_token as data.`,
  },
  {
    member: 'id',
    endpoint: 'item',
    input: ({ id }) => ({ params: { id } }),
    sentence: ({ title, url }: { title: string; url: string }) => `${title}: ${url}`,
  },
];

/** Undefined where the data asks for something else. Throws ApiError where the endpoint would answer with an error. */
export async function answerData(ask: Ask, data: Data): Promise<Said | undefined> {
  const wish = wishes.find(({ member }) => member in data);
  if (!wish) return undefined;
  const { text } = await ask(wish.endpoint, wish.input(data));
  const answer = JSON.parse(text) as Data;
  return { text: wish.sentence({ ...data, ...answer } as never), data: answer };
}
