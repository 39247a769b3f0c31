import { glossary, type Guide } from './guide.ts';

/** Sizes, counts and times. */
export const limitsGuide: Guide = {
  slug: 'limits',
  title: 'Limits',
  lead: 'How large, how many, how long.',
  parts: [
    {
      id: 'requests',
      title: 'Requests',
      content: glossary([
        ['Body', '64 KiB; of bulk operations 1 MiB and 100 items. More is 413.'],
        ['Page', '1 to 100 items, 50 when left out; an answer has at most 4 MB.'],
        ['Cursor', '1 to 8,192 characters.'],
        ['Idempotency-Key', '16 to 255 characters from ! to ~.'],
        [
          'Rate',
          'The gateway limits requests over all callers. Beyond that it answers 429: wait, and longer each time.',
        ],
        [
          'Time',
          'A request ends after 10 seconds at the latest, with 503; a write may have been carried out, so send it again with its Idempotency-Key.',
        ],
      ]),
    },
    {
      id: 'texts',
      title: 'Texts',
      content: glossary([
        ['Title of a story', '1 to 500 characters.'],
        ['Name', '1 to 120 characters.'],
        ['Description', '32 KiB of UTF-8.'],
        ['Comment', '1 to 10,000 characters, with at most 200 replies.'],
        ['URL of a webhook endpoint', '2,048 characters.'],
      ]),
    },
    {
      id: 'counts',
      title: 'Counts',
      content: glossary([
        ['Labels of a story', '50.'],
        ['Teams of a member', '500. Lists of stories over all teams end at 100.'],
        ['Depth of stories in stories', '50.'],
        ['Webhook endpoints of a workspace', '1,000.'],
      ]),
    },
    {
      id: 'times',
      title: 'Times',
      content: glossary([
        ['Tokens and keys', '1 minute to 365 days, 90 days when left out.'],
        ['Idempotency keys', 'Those of stories for good, others 24 hours.'],
        ['Webhook events and deliveries', 'Kept for 30 days.'],
      ]),
    },
  ],
};
