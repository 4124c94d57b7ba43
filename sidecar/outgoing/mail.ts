// Mail over SMTP, as a place where deliveries go: plain text, one message for each event, known again by its id.
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
  /** Where the address does not say it. */
  to?: string;
}

const timeoutMs = 15_000;

/** Only the fields named here are sent, never a webhook's headers or secret. */
export function createMailer({ smtpUrl, from, baseUrl }: MailSettings): Post {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  // Most rooms send no mail, and loading it takes part of a start.
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
      // As an object: text that looks like a list of addresses is one address.
      to: { name: '', address: to },
      subject: title,
      text: [text, ...(path ? [baseUrl() + path] : [])].join('\n\n') + '\n',
      // The same after a crash between sending and recording, so that a mail server or reader sees one message.
      messageId: `<${headers['webhook-id']}@${new URL(baseUrl()).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { status: 250, retryAfter: undefined };
  };
}

/** By mail where the address says so, else by POST. */
export const postOrMail =
  (post: Post, mail: Post | undefined): Post =>
  async (url, ...rest) => {
    if (!url.startsWith('mailto:')) return post(url, ...rest);
    if (!mail) throw new Error('SMTP_URL is not set.');
    return mail(url, ...rest);
  };
