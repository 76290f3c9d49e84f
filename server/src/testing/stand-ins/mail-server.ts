/** A real mail server for tests on this machine, which keeps the mails that it receives. */
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw mail with its headers. */
  readonly text: string;
}

export interface MailServer {
  /** The server's address, for SMTP_URL. */
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
}

/** Starts a mail server, by default on a free port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
