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
  lead: 'How to retry a write safely, and how to avoid overwriting the changes of others.',
  parts: [
    {
      id: 'idempotency',
      title: 'Retries',
      content: html`<p>
          Choose a new <code>Idempotency-Key</code> for each thing you want done, such as a UUID: 16 to 255
          characters from ! to ~. ${operationLink('createStory', source)} requires one; every other write
          accepts one. If an answer gets lost, send the same bytes with the same key again. The write is
          carried out once, even if both requests arrive at the same moment.
        </p>
        <p>
          The second answer shows the resource as it is now, with the header
          <code>Idempotent-Replayed: true</code>. If it has been deleted in the meantime, the answer is 404. A
          secret shown in the first answer is not shown again. Other bytes under a used key are 409
          <code>idempotency_key_reused</code>. A refused request does not use up its key.
        </p>
        <p>
          A key belongs to one caller, workspace and operation. Keys of stories are kept for good, all others
          for 24 hours.
        </p>`,
    },
    {
      id: 'versions',
      title: 'Versions',
      content: html`<p>
          The version of a resource is its <code>updatedAt</code>. An update sends the version you last saw as
          <code>expectedUpdatedAt</code>. If someone else has changed the resource since, nothing happens and
          the answer is 409:
        </p>
        ${block('Answer 409', JSON.stringify(conflict, null, 2))}
        <p>
          <code>changedFields</code> names the fields of your request whose current value differs from what
          you sent. If it is empty, there is nothing left to do.
        </p>
        <p>
          Values the service computes, such as counts and forecasts, do not change <code>updatedAt</code>.
        </p>`,
    },
    {
      id: 'dates',
      title: 'Dates',
      content: html`<p>
        Answers carry timestamps as <code>2026-11-20T12:00:00.000Z</code>. In a body or a query you can send
        any offset, or a plain date such as <code>2026-11-20</code>, which means its midnight UTC.
      </p>`,
    },
    {
      id: 'clearing',
      title: 'Setting and clearing',
      content: html`<p>
        Fields you leave out of an update stay as they are. To clear a field, name it in
        <code>clearFields</code>; sending null does not clear it. Setting and clearing the same field is
        refused, and so are unknown fields and an update without any change.
      </p>`,
    },
    {
      id: 'bulk',
      title: 'Many at once',
      content: html`<p>
        ${operationLink('bulkCreateStories', source)} and ${operationLink('bulkUpdateStories', source)} take
        up to 100 items and 1 MiB. Each item has its own key and its own outcome, in the same order as the
        items; the request as a whole answers 200. Items cannot refer to one another.
      </p>`,
    },
    {
      id: 'imported',
      title: 'Stories from elsewhere',
      content: html`<p>
        With <code>imported</code> an admin creates a story with its history: when it was created, started and
        completed, and who reported it. Throughput, cycle times and burn-downs then count it on those days,
        and <code>importedAt</code> shows when it was imported. Its id and <code>updatedAt</code> are of the
        import, so clients that sync by <code>updatedSince</code> see it.
      </p>`,
    },
  ],
});
