import { getTeam } from '../../identity/teams/get-team.ts';
import { getSprintReport } from '../../planning/analysis/get-sprint-report.ts';
import { sprintPath } from '../../planning/paths/page-paths.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded, sprintPhase } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { run, runWhole } from '../kit/run-operation.ts';
import { editTools, memberForm, memberPage, type AskedPage } from './member-page.ts';
import { sprintFormDays, sprintFormFields } from './sprint-fields.ts';
import { sprintsView, type ListedSprint } from './sprints-view.ts';

/** The most sprints that a page shows, each of which takes some three read units. */
const SHOWN_MAX = 20;

/** The sprints of a team: what runs, what comes, and what is past, in pages from the one created last. */
export const page = memberPage({
  load(asked) {
    const { path, query } = asked;
    const { cursor } = query;
    const listed = runWhole(asked, listSprints, {
      query: { ...path, limit: SHOWN_MAX, ...(cursor !== undefined && { cursor }) },
    });
    return {
      team: run(asked, getTeam, { path }),
      listed,
      sprints: listed.then(({ data }) => Promise.all(data.map((sprint) => withReport(asked, sprint)))),
    };
  },
  view({ team, listed, sprints }, shown) {
    const { t, query } = shown;
    const body = sprintsView({
      t,
      team,
      sprints: sprints.toSorted((one, other) => (one.sprint.startDate < other.sprint.startDate ? 1 : -1)),
      nextCursor: listed.meta.nextCursor,
      isFirst: query['cursor'] === undefined,
      tools: team.sprintsEnabled ? editTools(shown) : undefined,
    });
    return { title: `${t.text('sprint.all')} · ${team.name}`, body };
  },
});

async function withReport(asked: AskedPage, sprint: Sprint): Promise<ListedSprint> {
  const { finished, unfinished } = await run(asked, getSprintReport, { path: { sprintId: sprint.id } });
  const { now } = asked.call;
  return { sprint, phase: hasEnded(sprint, now) ? 'past' : sprintPhase(sprint, now), finished, unfinished };
}

export const forms = {
  createSprintOfTeam: memberForm({
    operation: createSprint,
    fields: sprintFormFields,
    inOrder: sprintFormDays,
    body: ({ teamId }) => ({ teamId, name: '', startDate: '', endDate: '' }),
    done: ({ teamId }, { id }) => `${sprintPath(teamId, id)}?done=created`,
  }),
};
