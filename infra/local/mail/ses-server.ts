import { randomUUID } from 'node:crypto';
import { startAwsServer, type AwsAnswer, type AwsRequest, type AwsServer } from '../runner/aws-server.ts';
import type { Invoke } from '../lambda/invocation.ts';
import type { MailDefinition } from './definition.ts';
import type { LocalMail, Mailbox } from './mailbox.ts';
import { noticesOf, snsEvent } from './notices.ts';

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
): Promise<AwsServer> {
  function answer({ method, path, body }: AwsRequest): AwsAnswer | undefined {
    if (method !== 'POST' || path !== '/v2/email/outbound-emails') {
      return fail(404, 'NotFoundException', 'The local runner supports SendEmail only.');
    }
    const asked = JSON.parse(body.toString()) as SendEmailRequest;
    if (mailbox.answer === 'unavailable') {
      return fail(503, 'ServiceUnavailableException', 'The sender is not available.');
    }
    const problem = problemOf(asked, definition);
    if (problem) return fail(400, ...problem);
    const messageId = `${randomUUID()}-000000`;
    const mail = mailbox.add(toMail(asked));
    publish(asked, mail, messageId);
    if (mailbox.answer === 'connection broken') return undefined;
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ MessageId: messageId }),
    };
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

  return await startAwsServer({ name: 'ses', answer });
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

const fail = (status: number, type: string, message: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message }),
});
