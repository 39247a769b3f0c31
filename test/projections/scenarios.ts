import { expect } from 'vitest';
import { createOperator } from '../../cli/operator.ts';
import { findBlockedStoryIds, getStoryRelations } from '../../shared/planning/story/story-relations-store.ts';
import { findFormerStoryId } from '../../shared/planning/story/former-reference-store.ts';
import { putComment } from '../../shared/planning/comments/comment-store.ts';
import { allEntries } from '../../shared/events/history/history-store.ts';
import { usageOf } from '../../shared/projections/count-usage.ts';
import { getWorkspaceLimits } from '../../shared/kernel/api/limits/workspace-limits-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getPlacement } from '../../shared/planning/scheduling/placements/placement-store.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { mailIdOf } from '../../shared/identity/mail/mail.ts';
import { mailKind } from '../../shared/identity/mail/mail-store.ts';
import { putUser } from '../../shared/identity/members/user-store.ts';
import { setWorkspaceLimits } from '../../shared/identity/workspaces/set-workspace-limits.ts';
import { minutesOf } from '../planner/planned-person.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { notificationApi } from '../notifications/notification-api.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import type { OwnService, ServiceAddress } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { storyScenarios } from './story-scenarios.ts';
import { deletedReferencesScenario } from './deleted-references-scenario.ts';
import { feedbackScenarios } from './feedback-scenarios.ts';
import { forecastScenarios } from './forecast-scenarios.ts';
import { outwardScenarios } from './outward-scenarios.ts';

/** A change that a projection has to follow, and what it makes of it. */
export interface Scenario {
  /** Changes something through the API. */
  change: () => Promise<unknown>;
  /** Fails unless what follows from the change has been done, once. */
  expectDone: () => Promise<void>;
}

/** A scenario for each projection by its name, in a workspace of its own; another one with each call. */
export async function newScenarios(service: ServiceAddress & Pick<OwnService, 'streamsIdle' | 'queuesIdle'>) {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client, id } = await workspace.person('admin', [team]);
  const plan = planningApi(workspace, client);
  const stories = storyApi(workspace, client);
  const feedback = feedbackApi(workspace, client);
  const newStory = () => stories.create({ teamId: team.id });
  const read = () => createReader(workspace.database);
  const completed = await statusOf(workspace, client, team, 'completed');

  const prepare: Record<string, () => Promise<Scenario>> = {
    'story-counts': async () => {
      const sprint = await plan.sprint(team);
      return {
        change: () => stories.create({ teamId: team.id, sprintId: sprint.id, estimateValue: 3 }),
        async expectDone() {
          const { json } = await plan.sprints.get(sprint.id);
          expect(json.data.storyCounts).toMatchObject({ total: 1, backlog: 1 });
          const analysis = await client.get(`${workspace.path}/sprints/${sprint.id}/analysis`);
          expect(analysis.json.data).toMatchObject({
            historyComplete: true,
            remaining: { stories: 1, estimate: 3 },
          });
        },
      };
    },
    relations: async () => {
      const [blocker, gone, blocked] = [
        await stories.create({ teamId: team.id }),
        await stories.create({ teamId: team.id }),
        await stories.create({ teamId: team.id }),
      ];
      for (const { id } of [blocker, gone]) {
        await client.post(`${workspace.path}/stories/${id}/relations`, {
          type: 'blocks',
          relatedStoryId: blocked.id,
        });
      }
      return {
        async change() {
          await stories.change(blocker, { statusId: completed });
          await stories.delete(gone.id);
        },
        async expectDone() {
          const ofBlocked = await getStoryRelations(read(), blocked.id);
          expect(ofBlocked?.relations.map(({ storyId }) => storyId)).toEqual([blocker.id]);
          expect(ofBlocked?.relations[0]?.blocker?.statusCategory).toBe('completed');
          expect((await findBlockedStoryIds(read(), [team.id])).has(blocked.id)).toBe(false);
          expect(await getStoryRelations(read(), gone.id)).toBeUndefined();
        },
      };
    },
    'feedback-status': async () => {
      const story = await stories.create({ teamId: team.id });
      const item = await feedback.item(await feedback.portal(), { storyIds: [story.id] });
      return {
        change: () => stories.change(story, { statusId: completed }),
        async expectDone() {
          expect((await feedback.readItem(item)).status).toBe('completed');
        },
      };
    },
    'deleted-references': () => deletedReferencesScenario(workspace, team, client),
    history: async () => {
      const [story, gone] = [
        await stories.create({ teamId: team.id, title: 'Before' }),
        await stories.create({ teamId: team.id }),
      ];
      return {
        async change() {
          await stories.change(story, { title: 'After', priority: 'high' });
          await stories.delete(gone.id);
        },
        async expectDone() {
          const { json } = await client.get(`${workspace.path}/stories/${story.id}/history`);
          expect(json.data.map(({ changes }: { changes: object[] }) => changes)).toEqual([
            [
              { field: 'title', from: 'Before', to: 'After' },
              { field: 'priority', from: 'none', to: 'high' },
            ],
            [],
          ]);
          expect(await allEntries(read(), { name: 'story', id: gone.id })).toEqual([]);
        },
      };
    },
    usage: async () => {
      const operator = createOperator(workspace.database).within(workspace.id);
      // Near its quota each change is counted.
      await operator.run(setWorkspaceLimits, { body: { quotas: { teams: 99 } } });
      const usedBefore = await usageOf(read(), workspace.id, ['teams']);
      return {
        change: () => workspace.team(),
        async expectDone() {
          const { used } = await getWorkspaceLimits(read(), workspace.id);
          expect(used.teams).toBe(usedBefore.teams! + 1);
        },
      };
    },
    schedules: async () => {
      const { id: assigneeId } = await workspace.person('member', [team]);
      const story = await stories.create({ teamId: team.id, assigneeId, autoSchedulingEnabled: true });
      const whose = { workspaceId: workspace.id, memberId: assigneeId };
      return {
        change: () => stories.change(story, { estimatedDurationMinutes: 60 }),
        expectDone: async () => {
          await service.streamsIdle();
          await service.queuesIdle();
          const placement = await getPlacement(read(), whose, story.id);
          expect(placement).toMatchObject({ status: 'scheduled' });
          // In two blocks where a working day ends between them.
          expect(minutesOf(placement!.blocks)).toBe(60);
          expect((await stories.read(story.id)).autoSchedulingStatus).toBe('scheduled');
        },
      };
    },
    'notify-followers': async () => {
      const item = await feedback.item(await feedback.portal());
      const userId = newId(new Date());
      await commit(workspace.database, [
        ...putUser({ id: userId, email: `${userId}@example.com` }, writeConflict),
        ...addVote({ itemId: item.id, userId }, new Date(), writeConflict, writeConflict),
      ]);
      const path = `${feedback.pathOf({ id: item.portalId })}/items/${item.id}`;
      return {
        change: async () => feedback.change(path, await feedback.readItem(item), { status: 'planned' }),
        async expectDone() {
          const mails = ['1', '2'].map((time) => mailIdOf(['status', item.id, time, userId]));
          const [first, second] = await Promise.all(mails.map((id) => read().get(mailKind.key(id))));
          expect([first?.pk, second]).toEqual([mailKind.key(mails[0]!).pk, undefined]);
        },
      };
    },
    'comment-index': async () => {
      const [story, former] = [await newStory(), await workspace.team()];
      const now = new Date().toISOString();
      const comment = { id: newId(new Date()), storyId: story.id, parentId: null, authorId: id };
      const written = { content: 'Said', origin: 'member' as const, createdAt: now, updatedAt: now };
      const place = { workspaceId: workspace.id, teamId: former.id };
      return {
        // As it was written just before its story moved.
        change: () => commit(workspace.database, [putComment({ ...comment, ...written }, place)]),
        async expectDone() {
          const { json } = await client.get(`${workspace.path}/comments`, { teamId: team.id });
          expect(json.data).toContainEqual({ ...comment, ...written });
        },
      };
    },
    'story-moves': async () => {
      const there = await workspace.team();
      await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: there.id, principalId: id });
      const [moved, gone] = [await newStory(), await newStory()];
      const path = `${workspace.path}/stories/${moved.id}/comments`;
      const comment = (await client.post(path, { content: 'Said' })).json.data;
      const elsewhere = await stories.change(gone, { teamId: there.id });
      return {
        async change() {
          await stories.change(moved, { teamId: there.id });
          await stories.delete(elsewhere.id);
        },
        async expectDone() {
          const { json } = await client.get(`${workspace.path}/comments`, { teamId: there.id });
          expect(json.data).toMatchObject([{ id: comment.id }]);
          expect(await findFormerStoryId(read(), workspace.id, gone.reference)).toBeUndefined();
        },
      };
    },
    'notify-members': async () => {
      const story = await stories.create({ teamId: team.id });
      const reader = await workspace.person('member', [team]);
      const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id: reader.id });
      const path = `${workspace.path}/stories/${story.id}`;
      await reader.client.post(`${path}/watch`);
      let commentId = '';
      return {
        async change() {
          commentId = (await client.post(`${path}/comments`, { content: 'Done' })).json.data.id;
        },
        async expectDone() {
          const key = mailKind.key(mailIdOf(['story comment', commentId, userId]));
          expect(await read().get(key)).toBeDefined();
          const told = await notificationApi(workspace, reader.client).shown();
          expect(told.map(({ kind, source }) => [kind, source?.id])).toEqual([['commented', commentId]]);
        },
      };
    },
    ...feedbackScenarios(workspace, team, client),
    ...storyScenarios(workspace, team, client),
    ...forecastScenarios(workspace, service),
    ...outwardScenarios(workspace, client, service),
  };
  return prepare;
}
