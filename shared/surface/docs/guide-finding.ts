import { html } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

const API = `${BASE_URL}/api/v1/workspaces/$WORKSPACE`;
const AUTH = '-H "Authorization: Bearer $TOKEN"';

const filtered = `curl -G "${API}/stories" ${AUTH} \\
  --data-urlencode 'filter=is:open due:<2w priority:high,urgent sort:-priority'`;
const searched = `curl -G "${API}/search" ${AUTH} --data-urlencode 'q=passkeys "sign in" -mobile'`;
const counted = `curl "${API}/story-summary?groupBy=status" ${AUTH}`;
const blocked = `curl "${API}/stories?blocked=true&include=blockedBy" ${AUTH}`;

/** Search, filters, order, relations and views. */
export const findingGuide = (source: GuideSource): Guide => ({
  slug: 'finding-stories',
  title: 'Finding stories',
  lead: 'Search, filters, order, counts by group, what blocks what, and saved views.',
  parts: [
    {
      id: 'filters',
      title: 'Filters and order',
      content: html`<p>
          ${operationLink('listStories', source)} filters by every field that planners use. Several values of
          one parameter combine with OR, parameters with AND. <code>sort</code> names a field; a
          <code>-</code> in front reverses the order. <code>filter</code> says the same as people write it,
          with names in place of ids:
        </p>
        ${block('Open stories that are due within two weeks, the most urgent first', filtered)}
        ${glossary([
          [code('is:'), 'blocked, unblocked, overdue, unassigned, archived, open or done.'],
          [
            code('assignee: reporter: status: label: sprint: team:'),
            'Names, ids, me or none; several with commas.',
          ],
          [code('due:<2w updated:<3d created:>2026-01-01'), 'Spans from now (d, w, m), and dates.'],
          [code('sort:-priority'), 'The order. Everything else is searched for.'],
        ])}
        <p>
          A word that is not known is a 400 that lists those that are. Lists with <code>sort</code>,
          <code>q</code> or these filters can be up to two seconds behind. While the index of a large team is
          built for the first time, they return 503 with <code>Retry-After</code>; each request continues the
          work.
        </p>`,
    },
    {
      id: 'search',
      title: 'Search',
      content: html`<p>
          ${operationLink('search', source)} searches stories, comments, objectives and feedback items. It
          finds other inflections, typing errors, parts of identifiers and the beginning of the last word, in
          any case, with or without accents, and in languages without spaces. A story's reference finds that
          story first. Results are what the caller may see now.
        </p>
        ${block('Words, a phrase, and a word that must not occur', searched)}
        <p>
          ${code('highlights')} are positions in title and snippet, in UTF-16 code units, as JavaScript counts
          them.
        </p>`,
    },
    {
      id: 'counts',
      title: 'Counts for boards and charts',
      content: html`<p>
          ${operationLink('getStorySummary', source)} counts the stories of any filter by status, assignee,
          label, sprint, priority or team, and adds up their estimates. Together with
          ${operationLink('listStatuses', source)} and ${operationLink('listStories', source)}, it draws a
          board in three requests.
        </p>
        ${block('Stories and estimates in each status', counted)}`,
    },
    {
      id: 'relations',
      title: 'Relations',
      content: html`<p>
          ${operationLink('createRelation', source)} records that a story blocks, duplicates or is related to
          another, also of another team. A blocker that is completed, cancelled or deleted blocks no longer. A
          circle of blocks is refused.
        </p>
        ${block('What is blocked, and by what', blocked)}`,
    },
    {
      id: 'views',
      title: 'Views',
      content: html`<p>
        ${operationLink('createView', source)} saves a filter, an order and columns under a name, for oneself
        or for a team. ${operationLink('listViewStories', source)} runs it: <code>assignee:me</code> is the
        caller. The command line has <code>plotline views</code>; AI clients use
        <code>list_stories</code> with <code>view</code>.
      </p>`,
    },
  ],
});
