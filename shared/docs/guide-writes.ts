import { html } from '../pages/html.ts';
import { block, operationLink, type Guide, type GuideSource } from './guide.ts';

const conflict = {
  data: null,
  error: {
    code: 'version_conflict',
    message: 'It was changed since the version that you have seen.',
    hint: 'Read it again, decide, and send its current updatedAt as expectedUpdatedAt. See updateStory in /openapi.json.',
    currentUpdatedAt: '2026-11-20T12:00:03.250Z',
    changedFields: ['title'],
  },
};

/** Idempotency, versions, clearing, bulk. */
export const writesGuide = (source: GuideSource): Guide => ({
  slug: 'writes',
  title: 'Writes and retries',
  lead: 'How to send a write twice and have it done once, and how not to overwrite what others did.',
  parts: [
    {
      id: 'idempotency',
      title: 'Retries',
      content: html`<p>
          Make up an <code>Idempotency-Key</code> for each thing to be done, such as a UUID: 16 to 255
          characters from ! to ~. ${operationLink('createStory', source)} wants one, every other write takes
          one. When an answer is lost, send the same bytes with the same key again: it is carried out once,
          also where both arrive at the same moment.
        </p>
        <p>
          The second answer shows the thing as it is now, with the header
          <code>Idempotent-Replayed: true</code>; where it was deleted meanwhile, the answer is 404. A secret
          that the first answer showed is not shown again. Other bytes under a used key are 409
          <code>idempotency_key_reused</code>. Refused requests do not use a key up.
        </p>
        <p>
          A key counts for one caller, workspace and operation. Those of stories are kept for good, others for
          24 hours.
        </p>`,
    },
    {
      id: 'versions',
      title: 'Versions',
      content: html`<p>
          The version of a resource is its <code>updatedAt</code>. An update names the one that you have seen
          as <code>expectedUpdatedAt</code>. If somebody was faster, nothing is changed and the answer is 409:
        </p>
        ${block('Answer 409', JSON.stringify(conflict, null, 2))}
        <p>
          <code>changedFields</code> are the fields of your request that now have another value than you sent.
          Where it is empty, there is nothing left to do.
        </p>
        <p>
          What the service works out by itself, such as counts and forecasts, moves no <code>updatedAt</code>.
        </p>`,
    },
    {
      id: 'clearing',
      title: 'Setting and clearing',
      content: html`<p>
        Fields that an update does not name stay as they are. <code>clearFields</code> names those to clear;
        null never clears. One field cannot be set and cleared, and an update that names nothing is refused.
        Unknown fields are refused too.
      </p>`,
    },
    {
      id: 'bulk',
      title: 'Many at once',
      content: html`<p>
        ${operationLink('bulkCreateStories', source)} and ${operationLink('bulkUpdateStories', source)} take
        up to 100 items and 1 MiB. Each item has a key and an outcome of its own, at its place in the answer;
        the whole answers 200. Items do not see each other.
      </p>`,
    },
  ],
});
