import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import type { Team } from '../../identity/teams/team.ts';
import { getObjectiveForecast } from '../../planning/analysis/get-objective-forecast.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import type { Objective } from '../../planning/objectives/objective.ts';
import { objectivePath } from '../../planning/page-paths.ts';
import type { Fan } from '../../planning/pictures/facts.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/statuses/status.ts';
import {
  codesOf,
  nameOf,
  runFor,
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
      runFor(member, getObjective, { path }),
      runFor(member, getObjectiveForecast, { path }),
      runFor(member, listKeyResults, { query: { objectiveId, limit: SHOWN_MAX } }),
      runFor(member, listStories, { query: { teamId, objectiveId: [objectiveId], limit: SHOWN_MAX } }),
      runFor(member, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
      runFor(member, getTeam, { path: { teamId } }),
      teamsOf(member),
      nameOf(member),
      formToolsOf(member, objectivePath(objectiveId), { query, again }),
      peopleOf(member),
      findAdded(member, query),
    ]);
  const stored = found.data as Objective;
  const { leadUserId } = stored;
  const isMore = stories.meta?.hasMore ?? false;
  const shown = withAdded(stories.data as Story[], added);
  const { endDate, ...fan } = forecast.data as Omit<Fan, 'today' | 'target'> & { endDate: string | null };
  const nameOfMember = await namesFor(member, leadUserId === null ? [] : [leadUserId]);
  return planningResponse(
    { t, visitor, name, title: stored.name, teams, teamId },
    objectiveView({
      t,
      team: { id: teamId, name: (team.data as Team).name },
      objective: added && !isMore ? withCounted(stored, shown, statuses.data as Status[]) : stored,
      teamCodes: codesOf(teams),
      fan: { ...fan, today: call.now, target: endDate },
      keyResults: keyResults.data as KeyResult[],
      stories: shown,
      isMore,
      statuses: statuses.data as Status[],
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
