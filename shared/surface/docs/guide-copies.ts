import { html } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, operationLink, type Guide, type GuideSource } from './guide.ts';

const CHANGES = `${BASE_URL}/api/v1/workspaces/$WORKSPACE/changes`;

const begin = `curl "${CHANGES}" -H "Authorization: Bearer $TOKEN"`;
const follow = `CURSOR=$(curl -s "${CHANGES}" -H "Authorization: Bearer $TOKEN" | jq -r .meta.resumeCursor)
curl "${CHANGES}?cursor=$CURSOR" -H "Authorization: Bearer $TOKEN"`;

/** How a program keeps a copy of what a member sees. */
export const copiesGuide = (source: GuideSource): Guide => ({
  slug: 'copies',
  title: 'Keep a copy in sync',
  lead: 'Hold what you need of a workspace in your own system, and follow every change, deletion and change of rights.',
  parts: [
    {
      id: 'begin',
      title: 'Beginning',
      content: html`<p>
          First get a cursor from ${operationLink('listChanges', source)}: without one it returns an empty
          page that begins now. List your teams before and after; if they differ, get another cursor. Then
          list everything that you keep of these teams, with <code>archived=include</code>;
          ${operationLink('listWorkspaceComments', source)} has the comments on all stories. Changes made
          meanwhile come after the cursor. If a list answers 404, you have left the team: list it after the
          next page of the feed, unless that revokes it.
        </p>
        ${block('A cursor that begins now', begin)}`,
    },
    {
      id: 'follow',
      title: 'Following',
      content: html`<p>
          Read on with ${code('meta.nextCursor')} while there is one, and later with
          ${code('meta.resumeCursor')}; store it after you have applied what came before it. Of
          <code>.created</code> and <code>.updated</code>, put <code>data</code> in the place of what you
          have, unless yours has a later <code>updatedAt</code>. Of <code>.deleted</code>, remove it. Each
          event comes at least once, those of one resource in order; its <code>id</code> is the one that
          webhooks send. If you have lost the cursor, send <code>since</code> with the time of the last event
          that you applied, minus a minute; without either, the feed begins now and skips what you missed.
        </p>
        ${block('What has changed since', follow)}`,
    },
    {
      id: 'access',
      title: 'Rights that change',
      content: html`<p>
        <code>access.granted</code> names a team, an objective or the workspace that became visible: list it
        again. If you cannot, because you left the team meanwhile, undo what you applied of the page and read
        it again: the feed says nothing of a team that you left and joined again between two reads.
        <code>access.revoked</code> names one that is no longer visible: delete it with all that belongs to
        it. After 410 <code>cursor_expired</code>, changes since the cursor are no longer retained: begin
        again, and replace what you have.
      </p>`,
    },
    {
      id: 'history',
      title: 'One thing instead of all',
      content: html`<p>
        Who changed a story, from what to what, is in ${operationLink('listStoryHistory', source)}, for as
        long as the story exists; so it is for ${operationLink('listObjectiveHistory', source)} and
        ${operationLink('listSprintHistory', source)}.
      </p>`,
    },
  ],
});
