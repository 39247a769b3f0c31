import * as z from 'zod';

/** How the inbox responds to deliveries; `retryAfter` and `delay` are in seconds. */
export const inboxAnswer = z.strictObject({
  status: z.union([200, 204, 301, 410, 429, 500].map((status) => z.literal(status))),
  /** The header Retry-After. */
  retryAfter: z.int().min(0).max(86_400).optional(),
  /** The delay before the response to a delivery. */
  delay: z.int().min(0).max(600).optional(),
});
export type InboxAnswer = z.infer<typeof inboxAnswer>;

/** Longer than any delivery waits. */
const SLOW_SECONDS = 60;

/** The response selected in the page's form: a status or `slow`, with Retry-After for a 429. */
export function answerOfForm(form: URLSearchParams): unknown {
  const answer = form.get('answer');
  const retryAfter = form.get('retryAfter') ?? '';
  if (answer === 'slow') return { status: 200, delay: SLOW_SECONDS };
  return {
    status: Number(answer),
    ...(answer === '429' && retryAfter !== '' && { retryAfter: Number(retryAfter) }),
  };
}

/** The form's current selection. */
export const choiceOf = ({ status, delay = 0 }: InboxAnswer): string => (delay > 0 ? 'slow' : String(status));
