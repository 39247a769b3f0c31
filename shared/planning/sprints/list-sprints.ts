import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { getTallies } from '../counts/counts-store.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { plannedTeams } from '../../identity/team/team-access.ts';
import { sprintSchema } from './sprint.ts';
import { sprintIdOf, sprintsOf, sprintSortKey, toSprint, toShownSprint } from './sprint-store.ts';

export const listSprints = list({
  id: 'listSprints',
  path: `${WORKSPACE_PATH}/sprints`,
  tag: 'Sprints',
  summary: 'List sprints',
  description:
    "Returns the sprints of the caller's teams, newest first. A credential restricted to several teams must send teamId.",
  scopes: ['sprints:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: sprintSchema,
  tool: {
    name: 'list_sprints',
    title: 'List sprints',
    description: 'Sprints of your teams, newest first, with story counts: {"teamId":"ENG"}.',
    annotations: readOnly,
  },
  handle: async ({ query, caller, read, page }) => {
    const { items, end } = await readPage(read, page, {
      partitions: plannedTeams(caller, query.teamId).map(sprintsOf),
      sortKey: sprintSortKey,
      keep: (found) => onlyUpdatedSince(found, query.updatedSince, toSprint),
    });
    const shown = items.slice(0, page.limit);
    const tallies = await getTallies(
      read,
      shown.map(({ pk }) => pk),
    );
    const tallyOf = new Map(shown.map(({ pk }, position) => [pk, tallies[position]!]));
    const resource = (item: (typeof items)[number]) => toShownSprint(item, tallyOf.get(item.pk)!);
    return pageOf(items, page, { resource, position: sprintIdOf }, end);
  },
});
