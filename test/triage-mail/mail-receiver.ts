import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import type { MailNotice } from '../../shared/identity/inbound-mail/mail-notice.ts';
import { PARSE_MAX_MS } from '../../shared/identity/inbound-mail/parse-in-thread.ts';
import { receiveMail, type ReceiverServices } from '../../shared/identity/inbound-mail/receive-mail.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { replyMailbox } from '../../shared/feedback/mail-replies/reply-mailbox.ts';
import { triageMailbox } from '../../shared/planning/triage-mail/triage-mailbox.ts';
import { newKey } from '../support/workspace.ts';

interface Received {
  raw: string;
  /** What the bucket says of its size. */
  size?: number | undefined;
  notice: Partial<MailNotice> & Pick<MailNotice, 'recipients'>;
  services?: Partial<ReceiverServices>;
}

/** Delivers a mail in this process, as the function does; says whether all of it was read, and to whom it was postponed. */
export async function receiveHere(
  database: Database,
  { raw, size = raw.length, notice, services = {} }: Received,
): Promise<{ wasRead: boolean; postponed: unknown[][] }> {
  const read = vi.fn(async () => Buffer.from(raw));
  const postpone = vi.fn(async () => undefined);
  const all: ReceiverServices = {
    database,
    now: () => new Date(),
    setting: () => undefined,
    keys: fixedKeys('a key of tests'),
    mailboxes: [triageMailbox, replyMailbox],
    readStart: async (_bucket, _key, bytes) => ({ start: Buffer.from(raw).subarray(0, bytes), size }),
    read,
    parseMaxMs: PARSE_MAX_MS,
    randomBytes,
    slots: 2,
    postpone,
    ownAddress: 'no-reply@plotline.test',
    ...services,
  };
  await receiveMail(all, {
    deliveryId: newKey(),
    // The same however often the mail is delivered.
    receivedAt: new Date('2026-11-20T12:00:00.000Z'),
    returnPath: 'mia@customer.example',
    isHarmful: false,
    sentBy: undefined,
    bucket: 'mails',
    key: 'mail',
    ...notice,
  });
  return { wasRead: read.mock.calls.length > 0, postponed: postpone.mock.calls };
}
