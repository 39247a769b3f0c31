import { expect, test } from 'vitest';
import { parseNotice } from '../../shared/identity/inbound-mail/mail-notice.ts';
import {
  MAIL_DEFERRAL_SECONDS,
  postponed,
  StillWaiting,
} from '../../shared/identity/inbound-mail/postpone-mail.ts';
import sample from '../../events/inbound-mail.json' with { type: 'json' };

/** Times that Lambda lets a function cause its own invocation. */
const RECURSIONS_MAX = 16;

test('a mail is postponed for longer each time, to fewer addresses, and at last left to the queue', () => {
  const first = sample.Records[0]!.body;
  let message = first;
  const delays = MAIL_DEFERRAL_SECONDS.map(() => {
    const again = postponed(message, ['one@in.example']);
    message = JSON.stringify(again.message);
    return again.delaySeconds;
  });
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
  expect(delays.length).toBeLessThan(RECURSIONS_MAX);
  expect(parseNotice(message)).toEqual({ ...parseNotice(first), recipients: ['one@in.example'] });
  expect(() => postponed(message, ['one@in.example'])).toThrow(StillWaiting);
});
