import { randomUUID } from 'node:crypto';
import type { LocalMail } from './mailbox.ts';

/** The notices about a mail, as SES publishes them: their kind, and their JSON. */
type Notice = { kind: 'SEND' | 'BOUNCE' | 'COMPLAINT'; message: object };

type NoticeContext = { messageId: string; tags: Record<string, string[]> };

/**
 * The notices that SES publishes about a mail. Addresses of its mailbox simulator bounce and complain.
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html
 */
export function noticesOf({ at, from, to }: LocalMail, { messageId, tags }: NoticeContext): Notice[] {
  const timestamp = at.toISOString();
  const mail = { timestamp, source: from, messageId, destination: [to], tags };
  const recipient = [{ emailAddress: to }];
  const send: Notice = { kind: 'SEND', message: { eventType: 'Send', mail, send: {} } };
  if (/^bounce(\+.*)?@simulator\.amazonses\.com$/i.test(to)) {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: recipient,
      timestamp,
    };
    return [send, { kind: 'BOUNCE', message: { eventType: 'Bounce', mail, bounce } }];
  }
  if (/^complaint(\+.*)?@simulator\.amazonses\.com$/i.test(to)) {
    const complaint = { complainedRecipients: recipient, complaintFeedbackType: 'abuse', timestamp };
    return [send, { kind: 'COMPLAINT', message: { eventType: 'Complaint', mail, complaint } }];
  }
  return [send];
}

/** The event that SNS invokes a function with. https://docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
export const snsEvent = (topicArn: string, message: object) => ({
  Records: [
    {
      EventVersion: '1.0',
      EventSource: 'aws:sns',
      EventSubscriptionArn: `${topicArn}:local`,
      Sns: {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify(message),
        Timestamp: new Date().toISOString(),
        MessageAttributes: {},
      },
    },
  ],
});
