import { html } from '../../kernel/html/html.ts';
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

/** Pages, cursors, filters, and keeping a copy in sync. */
export const listsGuide = (source: GuideSource): Guide => ({
  slug: 'lists',
  title: 'Lists',
  lead: 'Pagination, order and filters, and how to keep a copy in sync.',
  parts: [
    {
      id: 'PageMeta',
      title: 'Pages',
      content: html`${block('A page, and the cursor of the next one', JSON.stringify(page, null, 2))}
        ${fieldList(source.document.components.schemas['PageMeta']!, source.links, 'answer')}
        <p>
          While <code>meta.hasMore</code> is true, send <code>meta.nextCursor</code> as
          <code>cursor</code> and keep everything else the same.
        </p>
        ${block('The first two stories, and the next two', nextPage)}
        <p>
          A cursor is opaque and signed. It is valid for the same caller, list, filters and limit; anything
          else returns 400 <code>invalid_cursor</code>. Cursors of changes, of a workspace's comments, of the
          audit trail and of deliveries may be sent with another limit. A cursor does not expire, and using it
          again returns the same page. Permissions are checked again for every page.
        </p>`,
    },
    {
      id: 'order',
      title: 'Order and size',
      content: html`<p>
          Unless an operation says otherwise, lists are sorted by id, newest first, so updates never move an
          item to another page. <code>limit</code> is 1 to 100; the default is 50.
        </p>
        <p>
          A page is full as long as there are more items, with two exceptions: combined filters, and responses
          that would exceed 4 MB, can end a page early or even leave it empty. Rely on
          <code>hasMore</code>, not on the number of items.
        </p>`,
    },
    {
      id: 'teams',
      title: 'Teams',
      content: html`<p>
        A list covers the teams that the caller has joined or, if the token is restricted to teams, only
        those. <code>teamId</code> limits it to one team; a team the caller cannot see returns 404.
        ${operationLink('listObjectives', source)} and ${operationLink('listSprints', source)} require it if
        the token is restricted to several teams, and lists of stories and of all their comments require it if
        the caller is in more than 100 teams (400 <code>team_required</code>).
      </p>`,
    },
    {
      id: 'sync',
      title: 'Keeping a copy in sync',
      content: html`<p>
          A read by id reflects a write immediately; a list after a short delay, usually milliseconds. Do not
          rely on the newest id you have seen. Follow ${operationLink('listChanges', source)}, which tells
          deletions too and skips nothing (<a href="/docs/copies">Keep a copy in sync</a>), or poll with
          <code>updatedSince</code> set to one minute before your previous request and expect duplicates, or
          use <a href="/docs/webhook-events">webhooks</a>. Send <code>archived=include</code> too, or
          resources that were archived drop out of the list. Lists do not show deletions, nor members who were
          removed: the changes feed does.
        </p>
        ${block('What has changed since a given time', `curl "${STORIES}?updatedSince=2026-11-20T12:00:00.000Z&archived=include" \\\n  -H "Authorization: Bearer $TOKEN"`)}`,
    },
    {
      id: 'parameters',
      title: 'Parameters',
      content: html`<p>All lists use the same grammar. Filters combine with AND.</p>
        ${glossary([
          [html`${code('archived')}, ${code('hidden')}`, 'exclude (the default), only or include.'],
          [
            html`${code('statusId=…,…')}`,
            'Several values of one parameter are separated by commas and combine with OR.',
          ],
          [
            html`${code('updatedSince')}, ${code('updatedBefore')}`,
            'A range: at or after the first instant, before the second.',
          ],
          [code('sort'), 'The field to sort by; - in front is descending, as in -createdAt.'],
          [
            code('ids'),
            'For members, labels and statuses: up to 100 ids, separated by commas, including archived and removed ones.',
          ],
          [
            code('include'),
            'For stories: status, assignee, reporter, labels, sprint, objective and team are returned in included, each once.',
          ],
        ])}`,
    },
  ],
});
