import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Invoke } from '../lambda/invocation.ts';
import type { MailDefinition } from './definition.ts';
import type { LocalMail, Mailbox } from './mailbox.ts';
import { noticesOf, snsEvent } from './notices.ts';

type SesServer = { endpoint: string; stop: () => Promise<void> };

type Content = { Data: string };
/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
type SendEmailRequest = {
  FromEmailAddress?: string;
  ConfigurationSetName?: string;
  Destination?: { ToAddresses?: string[] };
  ReplyToAddresses?: string[];
  EmailTags?: { Name: string; Value: string }[];
  Content?: {
    Simple?: {
      Subject: Content;
      Body: { Text?: Content; Html?: Content };
      Headers?: { Name: string; Value: string }[];
    };
  };
};

/**
 * Emulates SendEmail of the SES API version 2 on a free loopback port: puts what it takes into the mailbox, and
 * calls the functions that the template subscribes to its notices. It sends nothing.
 */
export async function startSesServer(
  mailbox: Mailbox,
  definition: MailDefinition,
  invoke: Invoke,
): Promise<SesServer> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() =>
      fail(response, 400, 'BadRequestException', 'The body is not JSON.'),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') {
      return fail(response, 404, 'NotFoundException', 'The local runner supports SendEmail only.');
    }
    const asked = (await json(request)) as SendEmailRequest;
    if (mailbox.answer === 'unavailable') {
      return fail(response, 503, 'ServiceUnavailableException', 'The sender is not available.');
    }
    const problem = problemOf(asked, definition);
    if (problem) return fail(response, 400, ...problem);
    const messageId = `${randomUUID()}-000000`;
    const mail = mailbox.add(toMail(asked));
    publish(asked, mail, messageId);
    if (mailbox.answer === 'connection broken') return void request.socket.destroy();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ MessageId: messageId }));
  }

  function publish(asked: SendEmailRequest, mail: LocalMail, messageId: string): void {
    const tags = Object.fromEntries((asked.EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]]));
    if (!mailbox.sendsNotices) return;
    for (const { kind, message } of noticesOf(mail, { messageId, tags })) {
      for (const { configurationSet, kinds, topicArn, fn } of definition.subscribers) {
        if (configurationSet !== asked.ConfigurationSetName || !kinds.includes(kind)) continue;
        void invoke(fn, snsEvent(topicArn, message));
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function problemOf(
  { FromEmailAddress = '', ConfigurationSetName, Destination, Content }: SendEmailRequest,
  { identities, configurationSets }: MailDefinition,
): [type: string, message: string] | undefined {
  const domain = FromEmailAddress.replace(/>$/, '').split('@').at(-1) ?? '';
  if (!identities.includes(domain)) {
    return ['MessageRejected', `Email address is not verified: ${FromEmailAddress}`];
  }
  if (ConfigurationSetName !== undefined && !configurationSets.includes(ConfigurationSetName)) {
    return ['NotFoundException', `Configuration set <${ConfigurationSetName}> does not exist.`];
  }
  const { Subject, Body, Headers = [] } = Content?.Simple ?? {};
  const [to = '', ...others] = Destination?.ToAddresses ?? [];
  // The product writes to one person at a time.
  if (others.length > 0 || !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(to)) {
    return ['BadRequestException', `Local address contains control or whitespace, or is not one: ${to}`];
  }
  const lines = [Subject?.Data ?? '', ...Headers.flatMap(({ Name, Value }) => [Name, Value])];
  if (!Subject || !Body?.Text || !Body.Html || lines.some((line) => /[\r\n]/.test(line))) {
    return ['BadRequestException', 'A subject on one line, a text and an HTML part are required.'];
  }
  return undefined;
}

function toMail({ FromEmailAddress, Destination, ReplyToAddresses, Content }: SendEmailRequest) {
  const { Subject, Body, Headers = [] } = Content!.Simple!;
  return {
    from: FromEmailAddress!,
    to: Destination!.ToAddresses![0]!,
    subject: Subject.Data,
    text: Body.Text!.Data,
    html: Body.Html!.Data,
    replyTo: ReplyToAddresses?.[0],
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  };
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
    .end(JSON.stringify({ message }));
}
