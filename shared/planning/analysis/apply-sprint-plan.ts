import * as z from 'zod';
import { SPRINT_PLAN_PATH } from './get-sprint-plan.ts';
import { PROPOSED_MAX } from './proposal.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { OperationContext, ReplayCall } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { conflict, invalidReference, notFound } from '../../kernel/core/errors.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { sprintSchema } from '../sprints/sprint.ts';
import { getSprintWithTally, toSprint, toShownSprint } from '../sprints/sprint-store.ts';
import { endsClaim } from '../story-parts/claim.ts';
import { storyPatch } from '../story/story-patch.ts';
import { getStoryItem, storyTeamOf, toStory, replaceStory } from '../story/story-store.ts';

const planSchema = memoize(() =>
  z
    .strictObject({
      stories: z
        .array(z.strictObject({ storyId: uuid(), expectedUpdatedAt: timestamp().optional() }))
        .min(1, { error: 'must contain at least one story' })
        .max(PROPOSED_MAX, { error: `must contain at most ${PROPOSED_MAX} stories` })
        .refine((stories) => new Set(stories.map(({ storyId }) => storyId)).size === stories.length, {
          error: 'must name each story once',
        })
        .meta({
          description:
            'The stories to put into the sprint, with the versions that you have read; without one, a story is moved as it is.',
        }),
    })
    .meta({ id: 'ApplySprintPlanRequest' }),
);

export const applySprintPlan = operation({
  id: 'applySprintPlan',
  method: 'POST',
  path: SPRINT_PLAN_PATH,
  tag: 'Sprints',
  summary: 'Put stories into a sprint',
  description:
    'Moves stories of the team into the sprint in one transaction: all of them, or none if one has changed since the version that you have read. getSprintPlan proposes them.',
  scopes: ['sprints:write', 'stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict', 'conflict', 'claimed'],
  params: { sprintId: uuid() },
  body: planSchema,
  output: sprintSchema,
  load: ({ path: { sprintId }, body: { stories }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    stories: Promise.all(stories.map(({ storyId }) => getStoryItem(read, storyId))),
  }),
  handle: async ({ body: { stories }, loaded, ...call }) => await putIntoSprint(call, stories, loaded),
  replay: (call) => showPlannedSprint(call),
});

type RequestedStories = z.output<ReturnType<typeof planSchema>>['stories'];

interface LoadedPlan {
  sprint: Awaited<ReturnType<typeof getSprintWithTally>>;
  /** The requested stories, in the order of the request. */
  stories: readonly (Item | undefined)[];
}

/** Moves stories into the sprint of the path, all or none. */
export async function putIntoSprint(
  { path: { sprintId }, caller, now, commit }: { path: { sprintId: string } } & OperationContext,
  asked: RequestedStories,
  { sprint: found, stories }: LoadedPlan,
) {
  const sprint = toSprint(visibleSprintOrThrow(caller, found?.item));
  const referenceErrors = stories.flatMap((item, position) =>
    item && storyTeamOf(item) === sprint.teamId
      ? []
      : [{ path: `stories.${position}.storyId`, message: "is not a story of the sprint's team" }],
  );
  if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
  if (sprint.closedAt !== null) {
    throw conflict('The sprint is closed.', 'Plan the stories into a sprint that is not over.');
  }
  const changes = asked.flatMap(({ expectedUpdatedAt: expected }, position) => {
    const item = stories[position]!;
    const story = toStory(item);
    const expectedUpdatedAt = expected ?? story.updatedAt;
    const stale = (current: Item | undefined) =>
      current ? storyPatch.conflict(toStory(current), { expectedUpdatedAt, sprintId }) : notFound('story');
    if (story.updatedAt !== expectedUpdatedAt) throw stale(item);
    if (story.sprintId === sprintId) return [];
    endsClaim(story, { ...story, sprintId }, {}, { caller, now });
    const next = { ...story, sprintId, updatedAt: nextTimestamp(now, story.updatedAt) };
    return [replaceStory(next, item, stale)];
  });
  await commit(changes, sprintId);
  return toShownSprint(found!.item, found!.tally);
}

/** The response to a replayed request: the sprint in its current state. */
export async function showPlannedSprint({ caller, read, resourceId }: ReplayCall) {
  const sprint = await getSprintWithTally(read, resourceId);
  return toShownSprint(visibleSprintOrThrow(caller, sprint?.item), sprint!.tally);
}
