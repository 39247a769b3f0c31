import type { Form } from '../../kernel/api/http/form.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { getObjectiveForecast } from '../../planning/analysis/get-objective-forecast.ts';
import { createKeyResult } from '../../planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { getKeyResult } from '../../planning/key-results/get-key-result.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { objectivesPath } from '../../planning/paths/page-paths.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { PageError } from '../session/page-error.ts';
import { filledIn, number, text, type Fields } from '../kit/form.ts';
import type { FormCode } from '../kit/page.ts';
import { run, runWhole } from '../kit/run-operation.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { findStory } from './find-story.ts';
import { findStoryMatches } from './story-matches.ts';
import { codesOf, type MemberCall } from './member-call.ts';
import { editTools, memberForm, memberPage, type AskedPage } from './member-page.ts';
import { namesFor } from './names-for.ts';
import { objectiveDays, objectiveFields } from './objective-fields.ts';
import { objectiveView } from './objective-view.ts';
import { peopleOf } from './people-of.ts';
import { withCounted } from './with-counted.ts';

/** The most stories, key results and statuses that the page shows. */
const SHOWN_MAX = 50;

/** The query of the page after a story was added: its id. */
const ADDED = 'story';

/** The page of an objective: its progress, when it will be done, its key results and its stories. */
export const page = memberPage({
  load(asked) {
    const { teamId, path } = asked;
    const objective = run(asked, getObjective, { path });
    const ofObjective = { teamId, objectiveId: [path['objectiveId']], limit: SHOWN_MAX };
    return {
      objective,
      forecast: run(asked, getObjectiveForecast, { path }),
      keyResults: run(asked, listKeyResults, { query: { ...path, limit: SHOWN_MAX } }),
      listed: runWhole(asked, listStories, { query: ofObjective }),
      statuses: run(asked, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
      team: run(asked, getTeam, { path: { teamId } }),
      people: peopleOf(asked),
      added: findAdded(asked),
      lead: objective.then(async ({ leadUserId }) =>
        leadUserId === null ? undefined : (await namesFor(asked, [leadUserId]))(leadUserId),
      ),
    };
  },
  view({ objective, forecast, listed, statuses, team, added, ...loaded }, shown) {
    const { t, call, teams } = shown;
    const { endDate, ...fan } = forecast;
    const isMore = listed.meta.hasMore;
    const stories = withAdded(listed.data, added);
    const body = objectiveView({
      t,
      team,
      objective: added && !isMore ? withCounted(objective, stories, statuses) : objective,
      teamCodes: codesOf(teams),
      fan: { ...fan, today: call.now, target: endDate },
      stories,
      isMore,
      statuses,
      ...loaded,
      tools: editTools(shown),
    });
    return { title: objective.name, body };
  },
});

/** The story that was just added, which indexes may not show yet. */
async function findAdded(asked: AskedPage): Promise<Story | undefined> {
  const { done, [ADDED]: id } = asked.query;
  const storyId = done === undefined ? undefined : uuid().safeParse(id).data;
  const story = storyId === undefined ? undefined : await findStory(asked, storyId);
  return story?.objectiveId === asked.path['objectiveId'] ? story : undefined;
}

const withAdded = (listed: readonly Story[], added: Story | undefined): Story[] =>
  added === undefined ? [...listed] : [added, ...listed.filter(({ id }) => id !== added.id)];

const idOf = ({ path }: MemberCall): string => path['objectiveId']!;

const neededNumber = (to: string) => ({ ...number(to), whenEmpty: Number.NaN });

const keyResultFields: Fields = {
  resultName: { ...text('name'), whenEmpty: '' },
  start: neededNumber('startValue'),
  target: neededNumber('targetValue'),
};

/** The key result that the path names. Throws a 404 for one of another objective. */
async function keyResultOf(member: MemberCall): Promise<KeyResult> {
  const keyResultId = uuid().safeParse(member.call.request.parameters['keyResultId']).data;
  if (keyResultId === undefined) throw notFound('page');
  const found = await run(member, getKeyResult, { path: { keyResultId } });
  if (found.objectiveId !== idOf(member)) throw notFound('page');
  return found;
}

/** Sets the value that a key result has now, whatever else of it has changed meanwhile. */
const checkKeyResult: FormCode<MemberCall> = {
  async handle(member, form) {
    const { id, updatedAt, currentValue } = await keyResultOf(member);
    const set = { currentValue: Number.NaN, ...filledIn({ now: number('currentValue') }, form) };
    if (set.currentValue !== currentValue)
      await run(member, updateKeyResult, {
        path: { keyResultId: id },
        body: { expectedUpdatedAt: updatedAt, ...set },
      });
    return redirectResponse(`${member.page}?done=resultSaved#key-results`);
  },
};

/** Makes a story count towards the objective that is named by its reference or, by words of its title, found and chosen. */
const addExistingStory: FormCode<MemberCall> = {
  async handle(member, form) {
    const { exact, matches } = await findStoryMatches(member, form, { teamId: member.teamId });
    if (exact === undefined) {
      if (matches.length === 0) throw refusedStory('story.noneFound');
      return { form, status: 200, problem: undefined, matches };
    }
    const path = { storyId: exact };
    const { teamId, updatedAt } = await run(member, getStory, { path });
    if (teamId !== member.teamId) throw refusedStory('objective.otherTeam');
    const body = { expectedUpdatedAt: updatedAt, objectiveId: idOf(member) };
    await run(member, updateStory, { path, body });
    return redirectResponse(afterStory(member, 'storyAdded', exact));
  },
};

const refusedStory = (said: PlainText): PageError =>
  new PageError(400, 'error.refused', said, { field: 'related' });

/** The page after a story was added, which it shows although indexes follow a moment later. */
function afterStory({ page: path }: MemberCall, done: string, storyId: string): string {
  const query = new URLSearchParams({ done, [ADDED]: storyId } satisfies Form);
  return `${path}?${query.toString()}#stories`;
}

export const forms = {
  saveObjective: memberForm({
    operation: updateObjective,
    fields: objectiveFields,
    isUpdate: true,
    inOrder: objectiveDays,
    done: '?done=saved',
  }),
  removeObjective: memberForm({
    operation: deleteObjective,
    done: ({ teamId }) => `${objectivesPath(teamId)}?done=deleted`,
  }),
  addKeyResult: memberForm({
    operation: createKeyResult,
    fields: { resultName: text('name'), kind: text('measurementType'), target: number('targetValue') },
    body: (member) => ({ objectiveId: idOf(member), name: '', measurementType: 'number' }),
    done: '?done=added#key-results',
  }),
  checkKeyResult,
  saveKeyResult: memberForm({
    operation: updateKeyResult,
    assert: keyResultOf,
    fields: keyResultFields,
    isUpdate: true,
    done: '?done=resultSaved#key-results',
  }),
  removeKeyResult: memberForm({
    operation: deleteKeyResult,
    assert: keyResultOf,
    keepsDraft: true,
    done: '?done=removed#key-results',
  }),
  addObjectiveStory: memberForm({
    operation: createStory,
    fields: { title: text('title') },
    body: (member) => ({ teamId: member.teamId, objectiveId: idOf(member), title: '' }),
    done: (member, { id }) => afterStory(member, 'story', id),
  }),
  addExistingStory,
};
