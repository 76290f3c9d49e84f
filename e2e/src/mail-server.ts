/** A real mail server on this machine, which keeps what it is sent. */
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** As it came, with its headers; lines that were broken for the way are whole again. */
  readonly text: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(parts).toString().replaceAll('=\r\n', '') });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
