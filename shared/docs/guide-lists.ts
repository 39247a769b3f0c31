import { html } from '../pages/html.ts';
import { BASE_URL } from './base-url.ts';
import { fieldList } from './field-list.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

const page = {
  data: ['…'],
  meta: { hasMore: true, nextCursor: 'eyJ2IjoxLCJhZnRlciI6Ii4uLiJ9.c2lnbmF0dXJl' },
};

const STORIES = `${BASE_URL}/api/v1/workspaces/$WORKSPACE/stories`;

const nextPage = `CURSOR=$(curl -s "${STORIES}?limit=2" -H "Authorization: Bearer $TOKEN" | jq -r .meta.nextCursor)
curl "${STORIES}?limit=2&cursor=$CURSOR" -H "Authorization: Bearer $TOKEN"`;

/** Pages, cursors, filters, and how to keep a copy in step. */
export const listsGuide = (source: GuideSource): Guide => ({
  slug: 'lists',
  title: 'Lists',
  lead: 'Pages and cursors, what filters do, and how to keep a copy in step.',
  parts: [
    {
      id: 'PageMeta',
      title: 'Pages',
      content: html`${block('A page and where to go on', JSON.stringify(page, null, 2))}
        ${fieldList(source.document.components.schemas['PageMeta']!, source.links, 'answer')}
        <p>
          While <code>meta.hasMore</code> is true, send <code>meta.nextCursor</code> as <code>cursor</code>,
          with everything else as before.
        </p>
        ${block('The first two stories, and the next two', nextPage)}
        <p>
          A cursor is opaque and signed. It is good for the same caller, list, filters and limit, does not
          expire, and can be used again for the same page. Anything else is 400 <code>invalid_cursor</code>.
          What the caller may see is decided anew for each page.
        </p>`,
    },
    {
      id: 'order',
      title: 'Order and size',
      content: html`<p>
          Lists are newest first by id unless said otherwise, so an edit never moves an item between pages.
          <code>limit</code> is 1 to 100, and 50 when left out.
        </p>
        <p>
          A page holds <code>limit</code> items while there are more. Only combined filters, and answers that
          would pass 4 MB, may end one early, even empty: go by <code>hasMore</code>, not by the number of
          items.
        </p>`,
    },
    {
      id: 'teams',
      title: 'Teams',
      content: html`<p>
        A list shows what is in the teams that the caller has joined, cut by the token's teams.
        <code>teamId</code> narrows it to one; a team that is not visible is 404.
        ${operationLink('listObjectives', source)} and ${operationLink('listSprints', source)} want it where
        the token is restricted to several teams, and lists of stories where the caller is in more than 100
        (400 <code>team_required</code>).
      </p>`,
    },
    {
      id: 'sync',
      title: 'Keeping a copy in step',
      content: html`<p>
          Lists show a write after a moment, usually milliseconds; reads by id show it at once. So do not go
          by the newest id that you have seen. Either ask from time to time with <code>updatedSince</code> set
          a minute before your last request, and expect to see some items twice, or let
          <a href="/docs/webhook-events">webhooks</a> tell you.
        </p>
        ${block('What changed since a moment', `curl "${STORIES}?updatedSince=2026-11-20T12:00:00.000Z" \\\n  -H "Authorization: Bearer $TOKEN"`)}`,
    },
    {
      id: 'archived',
      title: 'Archived things',
      content: glossary([
        [code('archived'), 'Left out, a list shows what is not archived; true shows the archived ones only.'],
      ]),
    },
  ],
});
