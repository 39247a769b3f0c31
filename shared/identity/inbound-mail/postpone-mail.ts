/** The variable with the number of mails of one workspace that are read at once. */
export const MAIL_SLOTS_VARIABLE = 'MAIL_SLOTS';

/**
 * Delays in seconds before a mail is delivered again because its workspace has no free slot: a quarter of an hour, in which
 * each slot reads a hundred of the slowest mails. Lambda stops a function that causes its own invocation more than 16 times.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const MAIL_DEFERRAL_SECONDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** A mail that was postponed that often fails, so that the queue delivers it a few times more and then keeps it. */
export class StillWaiting extends Error {
  override name = 'StillWaiting';
}

interface Notification {
  receipt: object;
  deferred?: number;
}

/**
 * The notification of a mail (mail-notice.ts) for some of its addresses and once more postponed, and the delay in seconds.
 * Throws StillWaiting for one that was postponed too often.
 */
export function postponed(
  notification: string,
  addresses: readonly string[],
): { message: object; delaySeconds: number } {
  const { deferred = 0, receipt, ...rest } = JSON.parse(notification) as Notification;
  const delaySeconds = MAIL_DEFERRAL_SECONDS[deferred];
  if (delaySeconds === undefined) throw new StillWaiting('Mails of its workspace take all its slots.');
  return {
    message: { ...rest, receipt: { ...receipt, recipients: addresses }, deferred: deferred + 1 },
    delaySeconds,
  };
}
