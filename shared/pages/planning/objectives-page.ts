import { getTeam } from '../../identity/teams/get-team.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { objectivePath } from '../../planning/paths/page-paths.ts';
import type { Objective } from '../../planning/objective/objective.ts';
import { run } from '../kit/run-operation.ts';
import { editTools, memberForm, memberPage } from './member-page.ts';
import { objectiveDays, objectiveFields } from './objective-fields.ts';
import { objectivesView } from './objectives-view.ts';
import { peopleOf } from './people-of.ts';

/** The most objectives that the page shows, the newest. */
const SHOWN_MAX = 100;

/** The objectives of a team with their progress and forecasts: what is not done by its target first. */
export const page = memberPage({
  load: (asked) => ({
    team: run(asked, getTeam, { path: asked.path }),
    objectives: run(asked, listObjectives, { query: { ...asked.path, limit: SHOWN_MAX } }),
    people: peopleOf(asked),
  }),
  view: ({ team, objectives, people }, shown) => ({
    title: `${shown.t.text('objective.all')} · ${team.name}`,
    body: objectivesView({
      t: shown.t,
      team,
      objectives: inOrder(objectives),
      people,
      tools: editTools(shown),
    }),
  }),
});

export const forms = {
  createObjectiveOfTeam: memberForm({
    operation: createObjective,
    fields: objectiveFields,
    inOrder: objectiveDays,
    body: ({ teamId }) => ({ teamId, name: '' }),
    done: (_, { id }) => `${objectivePath(id)}?done=created`,
  }),
};

/** What is left to do by its target, then what has none, then what is done. */
const inOrder = (objectives: readonly Objective[]): Objective[] =>
  objectives.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first < second ? -1 : Number(first > second);
  });

const placeOf = ({ storyCounts, endDate }: Objective): string => {
  const { total, completed, cancelled } = storyCounts;
  const isDone = total > 0 && completed + cancelled === total;
  return `${isDone ? 1 : 0} ${endDate ?? '9999'}`;
};
