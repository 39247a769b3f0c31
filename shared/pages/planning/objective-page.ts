import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { getObjectiveForecast } from '../../planning/analysis/get-objective-forecast.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import { objectivePath } from '../../planning/page-paths.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import {
  codesOf,
  nameOf,
  teamsOf,
  type MemberCall,
  type MemberPage,
  type RefusedForm,
} from './member-call.ts';
import { formToolsOf } from './form-tools.ts';
import { namesFor } from './names-for.ts';
import { findStory } from './find-story.ts';
import { objectiveView } from './objective-view.ts';
import { peopleOf } from './people-of.ts';
import { planningResponse } from './planning-response.ts';
import { withCounted } from './with-counted.ts';
import { run, runWhole } from '../accounts/run-operation.ts';

/** The most stories, key results and statuses that the page shows. */
const SHOWN_MAX = 50;

/** The query of the page after a story was added: its id. */
export const ADDED = 'story';

/** The page of an objective: its progress, when it will be done, its key results and its stories. */
export const objectivePage: MemberPage = async (member) => await showObjective(member);

/** The same page, with a form that was not carried out. */
export async function showObjective(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const query = again ? {} : parseParameters(member.call.request.query);
  const { teamId, t, visitor, call } = member;
  const objectiveId = call.request.parameters['objectiveId']!;
  const path = { objectiveId };
  const [found, forecast, keyResults, stories, statuses, team, teams, name, tools, people, added] =
    await Promise.all([
      run(member, getObjective, { path }),
      run(member, getObjectiveForecast, { path }),
      run(member, listKeyResults, { query: { objectiveId, limit: SHOWN_MAX } }),
      runWhole(member, listStories, { query: { teamId, objectiveId: [objectiveId], limit: SHOWN_MAX } }),
      run(member, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
      run(member, getTeam, { path: { teamId } }),
      teamsOf(member),
      nameOf(member),
      formToolsOf(member, objectivePath(objectiveId), { query, again }),
      peopleOf(member),
      findAdded(member, query),
    ]);
  const { leadUserId } = found;
  const isMore = stories.meta.hasMore;
  const shown = withAdded(stories.data, added);
  const { endDate, ...fan } = forecast;
  const nameOfMember = await namesFor(member, leadUserId === null ? [] : [leadUserId]);
  return planningResponse(
    { t, visitor, name, title: found.name, teams, teamId },
    objectiveView({
      t,
      team: { id: teamId, name: team.name },
      objective: added && !isMore ? withCounted(found, shown, statuses) : found,
      teamCodes: codesOf(teams),
      fan: { ...fan, today: call.now, target: endDate },
      keyResults,
      stories: shown,
      isMore,
      statuses,
      lead: leadUserId === null ? undefined : nameOfMember(leadUserId),
      people,
      meant: again?.meant ?? [],
      tools,
    }),
    again?.status,
  );
}

/** The story that was just added, which indexes may not show yet. */
async function findAdded(member: MemberCall, { done, [ADDED]: id }: Form): Promise<Story | undefined> {
  const storyId = done === undefined ? undefined : uuid().safeParse(id).data;
  const story = storyId === undefined ? undefined : await findStory(member, storyId);
  return story?.objectiveId === member.call.request.parameters['objectiveId'] ? story : undefined;
}

const withAdded = (listed: readonly Story[], added: Story | undefined): Story[] =>
  added === undefined ? [...listed] : [added, ...listed.filter(({ id }) => id !== added.id)];
