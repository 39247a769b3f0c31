import { html } from '../../kernel/html/html.ts';
import { block, operationLink, type Guide, type GuideSource } from './guide.ts';

const conflict = {
  data: null,
  error: {
    code: 'version_conflict',
    message: 'The resource has changed since the version you have read.',
    hint: 'Get the resource again, decide whether your change still applies, and send its current updatedAt as expectedUpdatedAt. See updateStory in /openapi.json.',
    currentUpdatedAt: '2026-11-20T12:00:03.250Z',
    changedFields: ['title'],
    requestId: 'dGhpcyBpcyBhbiBpZA=',
  },
};

/** Idempotency, versions, clearing, bulk. */
export const writesGuide = (source: GuideSource): Guide => ({
  slug: 'writes',
  title: 'Writes and retries',
  lead: "How to retry writes safely, and how to avoid overwriting other people's changes.",
  parts: [
    {
      id: 'idempotency',
      title: 'Retries',
      content: html`<p>
          Choose a new <code>Idempotency-Key</code> for each operation, such as a UUID: 16 to 255 characters
          from ! to ~. ${operationLink('createStory', source)} requires one; every other write accepts one. If
          a response is lost, send the same bytes with the same key again. The write is carried out once, even
          if both requests arrive at the same moment.
        </p>
        <p>
          The second response returns the resource in its current state, with the header
          <code>Idempotent-Replayed: true</code>. If it has been deleted in the meantime, the response is 404.
          Secrets are returned only in the first response. Sending other bytes with a used key returns 409
          <code>idempotency_key_reused</code>. A failed request does not consume its key.
        </p>
        <p>
          A key belongs to one caller, workspace and operation. Keys of stories are stored permanently, all
          others for 24 hours.
        </p>`,
    },
    {
      id: 'versions',
      title: 'Versions',
      content: html`<p>
          The version of a resource is its <code>updatedAt</code>. An update must send the version you last
          read as <code>expectedUpdatedAt</code>. If someone else has changed the resource since, nothing is
          changed and the response is 409:
        </p>
        ${block('Response 409', JSON.stringify(conflict, null, 2))}
        <p>
          <code>changedFields</code> lists the fields of your request whose current value differs from what
          you sent. If it is empty, your change has already been made.
        </p>
        <p>Changes to computed values, such as counts and forecasts, do not move <code>updatedAt</code>.</p>
        <p>
          Writes without a version in their body, such as deleting and archiving, take it in
          <code>If-Match</code>: the <code>ETag</code> of the resource, or its <code>updatedAt</code> in
          quotes. A read with the <code>ETag</code> in <code>If-None-Match</code> returns 304 without a body
          while nothing has changed.
        </p>`,
    },
    {
      id: 'dates',
      title: 'Dates',
      content: html`<p>
        Responses contain timestamps such as <code>2026-11-20T12:00:00.000Z</code>. Requests can use any
        offset, or a plain date such as <code>2026-11-20</code>, which means midnight UTC.
      </p>`,
    },
    {
      id: 'clearing',
      title: 'Setting and clearing',
      content: html`<p>
        Fields that you omit from an update keep their values. To clear a field, list it in
        <code>clearFields</code>; sending null does not clear it. Setting and clearing the same field is
        rejected, as are unknown fields and updates without any change.
      </p>`,
    },
    {
      id: 'bulk',
      title: 'Bulk requests',
      content: html`<p>
        ${operationLink('bulkCreateStories', source)} and ${operationLink('bulkUpdateStories', source)} take
        up to 100 items and 1 MiB. Each item has its own key and its own outcome, in request order; the
        request as a whole returns 200. Items cannot refer to each other. An outcome has
        <code>httpStatus</code> and either <code>data</code> or <code>error</code>, as the single operation
        returns them; <code>path</code> in <code>error.fields</code> is a field of the item's
        <code>body</code>, or its <code>storyId</code> or <code>idempotencyKey</code>. A refused update names
        its story in <code>id</code>.
      </p>`,
    },
    {
      id: 'imported',
      title: 'Importing stories',
      content: html`<p>
        With <code>imported</code> an admin creates a story with its history: when it was created, started and
        completed, and who reported it. Throughput, cycle times and burn-downs then count it on those days,
        and <code>importedAt</code> shows when it was imported. Its id and <code>updatedAt</code> reflect the
        import, so clients that sync with <code>updatedSince</code> see it.
      </p>`,
    },
  ],
});
