// Sends events as plain-text mail over SMTP, one message for each event, identified by the event's id.
import type { Post } from './post.ts';

export interface MailSettings {
  /** smtp:// or smtps:// with user and password. */
  smtpUrl: string;
  from: string;
  /** Public address of the room. */
  baseUrl: () => string;
}

interface Letter {
  title: string;
  text: string;
  path: string;
  /** Recipient, if the address of the channel does not name it. */
  to?: string;
}

const timeoutMs = 15_000;

/** Creates a function that sends mail. It sends only the fields named here, never a webhook's headers or secret. */
export function createMailer({ smtpUrl, from, baseUrl }: MailSettings): Post {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  // Nodemailer is loaded on first use, since most rooms send no mail.
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...limits, disableFileAccess: true, disableUrlAccess: true });
  };
  let transport: ReturnType<typeof open> | undefined;
  return async (url, headers, body) => {
    const { title, text, path, to = url.slice('mailto:'.length) } = JSON.parse(body) as Letter;
    transport ??= open();
    await (
      await transport
    ).sendMail({
      from,
      // An object prevents text that looks like a list from being read as several addresses.
      to: { name: '', address: to },
      subject: title,
      text: [text, ...(path ? [baseUrl() + path] : [])].join('\n\n') + '\n',
      // The id stays the same after a crash between sending and recording, so that mail servers recognise the
      // duplicate.
      messageId: `<${headers['webhook-id']}@${new URL(baseUrl()).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { status: 250, retryAfter: undefined };
  };
}

/** Sends by mail if the address is a mailto: URL, otherwise by POST. */
export const postOrMail =
  (post: Post, mail: Post | undefined): Post =>
  async (url, ...rest) => {
    if (!url.startsWith('mailto:')) return post(url, ...rest);
    if (!mail) throw new Error('SMTP_URL is not set, so mail cannot be sent.');
    return mail(url, ...rest);
  };
