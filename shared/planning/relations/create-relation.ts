import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { Existing } from '../../kernel/core/call.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { RELATIONS_MAX, oppositeOf, relationTo } from '../story/story-relations.ts';
import { getStoryRelations, replaceStoryRelations } from '../story/story-relations-store.ts';
import { getStoryItem, storyTeamOf, storyUnchanged } from '../story/story-store.ts';
import { assertNoCircle } from './circle.ts';
import { RELATIONS_PATH } from './list-relations.ts';
import { relationCreateSchema, relationSchema, toRelation, toStored } from './relation.ts';
import { recordedId, showRecordedRelation } from './recorded-relation.ts';
import { putRelation } from './relation-store.ts';
import { assertRoomFor, relationOf, sideOf } from './relation-sides.ts';
import { toRelatedStories } from './related-story.ts';

export const createRelation = operation({
  id: 'createRelation',
  method: 'POST',
  path: RELATIONS_PATH,
  tag: 'Relations',
  summary: 'Relate two stories',
  description: `Adds a relation from the story in the path to another, which may be in another team. If the two are so related already, from either side, returns that relation with 200. A story can have ${RELATIONS_MAX} relations, and stories cannot block each other in a circle.`,
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  mayExist: true,
  errors: ['invalid_reference', 'quota_exceeded', 'conflict'],
  params: { storyId: uuid() },
  body: relationCreateSchema,
  output: relationSchema,
  tool: {
    name: 'manage_relations',
    title: 'Relate stories',
    description:
      'Adds or removes a relation, link or file: {"story":"ENG-1","type":"blocks","relatedStory":"ENG-2"}. get_story shows all.',
    annotations: destructive,
  },
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    other: getStoryItem(read, body.relatedStoryId),
    ofStory: getStoryRelations(read, path.storyId),
    ofOther: getStoryRelations(read, body.relatedStoryId),
    limits: getWorkspaceLimits(read, path.workspaceId),
  }),
  handle: async ({ path, body: { type, relatedStoryId }, loaded, caller, read, now, newId, commit }) => {
    const { storyId } = path;
    const story = readableStoryOrThrow(caller, loaded.story);
    const { other } = loaded;
    if (!other || !caller.teamIds.has(storyTeamOf(other)))
      throw badStory('is not a story that this credential can access');
    if (storyId === relatedStoryId) throw badStory('is the story itself');
    const [shown, back] = await toRelatedStories(read, caller, [other, story]);
    const sides = [sideOf(story, loaded.ofStory), sideOf(other, loaded.ofOther)] as const;
    const existing = relationTo(sides[0].relations, type, relatedStoryId);
    if (existing) {
      await commit([], recordedId(path, existing));
      return new Existing(toRelation(existing, { ...path, ...caller }, shown!));
    }
    for (const side of sides) assertRoomFor(side);
    assertWithinQuota(loaded.limits, 'relations');
    if (type === 'blocks') await assertNoCircle(read, sides[0], sides[1]);
    if (type === 'blocked_by') await assertNoCircle(read, sides[1], sides[0]);

    const made = { id: newId(), createdBy: caller.principalId, createdAt: now.toISOString() };
    const own = relationOf({ ...made, type }, other, shown!);
    const opposite = relationOf({ ...made, type: oppositeOf[type] }, story, back!);
    const stored = toStored({ ...made, workspaceId: caller.workspaceId }, type, {
      from: storyId,
      to: relatedStoryId,
    });
    await commit(
      [
        putRelation(stored, storyTeamOf(stored.storyId === storyId ? story : other)),
        replaceStoryRelations(sides[0], [...sides[0].relations, own], writeConflict),
        replaceStoryRelations(sides[1], [...sides[1].relations, opposite], writeConflict),
        // What is copied of a blocker is that version; later ones are followed (refresh-blocked.ts).
        storyUnchanged(story, writeConflict),
        storyUnchanged(other, writeConflict),
      ],
      recordedId(path, made),
    );
    return toRelation(own, { ...path, ...caller }, shown!);
  },
  replay: ({ resourceId, ...call }) => showRecordedRelation(call, resourceId),
});

const badStory = (message: string) => invalidReference([{ path: 'relatedStoryId', message }]);
