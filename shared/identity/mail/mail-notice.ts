import * as z from 'zod';
import { commit } from '../../kernel/db/write.ts';
import type { MailServices } from './mail-services.ts';
import { recordSent } from './send-mail.ts';
import { stopAddress, type StopReason } from './stopped-address-store.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * A notice of SES, as its configuration set publishes it.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
const noticeSchema = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.record(z.string(), z.array(z.string())).optional() }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
});

/** Handles a notice: a mail was taken, an address does not exist, or someone complained. Repeating it does no harm. */
export async function handleNotice(services: MailServices, text: string, tag: string): Promise<void> {
  const { eventType, mail, bounce, complaint } = noticeSchema.parse(JSON.parse(text));
  const id = mail.tags?.[tag]?.[0];
  if (eventType === 'Send' && id !== undefined) return await recordSent(services, id);
  // A transient bounce, such as of a full mailbox, says nothing about the next mail.
  if (bounce?.bounceType === 'Permanent') return await stop(services, 'bounce', bounce.bouncedRecipients);
  if (complaint) await stop(services, 'complaint', complaint.complainedRecipients);
}

async function stop(
  { database, now }: MailServices,
  why: StopReason,
  addresses: z.output<typeof recipients>,
): Promise<void> {
  for (const { emailAddress } of addresses) {
    // SES repeats the address as it was written, which can include a name.
    const [, address = emailAddress] = /<([^>]+)>\s*$/.exec(emailAddress) ?? [];
    await commit(database, [stopAddress(address, why, now())]);
  }
}
