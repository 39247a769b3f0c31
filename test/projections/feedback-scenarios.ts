import { expect } from 'vitest';
import { getFeedbackCommentItem } from '../../shared/feedback/items/comment-store.ts';
import { getFrontPage } from '../../shared/feedback/items/front-page-store.ts';
import { itemSortKey } from '../../shared/feedback/items/item-store.ts';
import { putUncountedVote, uncountedVoteKind } from '../../shared/feedback/items/uncounted-vote-store.ts';
import { addVote, isVote, putVote } from '../../shared/feedback/items/vote-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Client } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import { allVotes } from '../support/votes.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** The scenarios of votes for ideas, and of what is shown of ideas. */
export function feedbackScenarios(
  workspace: TestWorkspace,
  team: Team,
  client: Client,
): Record<string, () => Promise<Scenario>> {
  const feedback = feedbackApi(workspace, client);
  const read = () => createReader(workspace.database);
  return {
    'feedback-item-deletion': async () => {
      const portal = await feedback.portal();
      const item = await feedback.item(portal);
      const author = await workspace.person('member', [team]);
      const comment = await feedback.comment(portal, item, author);
      const vote = { itemId: item.id, userId: newId(new Date()) };
      const refused = () => new Error('The item takes no vote.');
      await commit(workspace.database, addVote(vote, new Date(), refused, refused));
      return {
        change: () => client.delete(`${feedback.pathOf(portal)}/items/${item.id}`),
        async expectDone() {
          expect(await getFeedbackCommentItem(read(), comment.id)).toBeUndefined();
          expect((await read().children(itemSortKey(item.id))).filter(isVote)).toEqual([]);
        },
      };
    },
    'feedback-merges': async () => {
      const portal = await feedback.portal();
      const [item, into] = [await feedback.item(portal), await feedback.item(portal, { title: 'The same' })];
      const refused = () => new Error('The item takes no vote.');
      const [both, one] = [newId(new Date()), newId(new Date())];
      for (const vote of [
        { itemId: item.id, userId: both },
        { itemId: item.id, userId: one },
        { itemId: into.id, userId: both },
      ]) {
        await commit(workspace.database, addVote(vote, new Date(), refused, refused));
      }
      const body = { intoItemId: into.id };
      return {
        change: () => client.post(`${feedback.pathOf(portal)}/items/${item.id}/merge`, body),
        async expectDone() {
          expect(await allVotes(read(), into.id)).toHaveLength(2);
          expect(await feedback.readItem(into)).toMatchObject({ voteCount: 2 });
        },
      };
    },
    'uncounted-votes': async () => {
      const item = await feedback.item(await feedback.portal());
      const vote = { itemId: item.id, userId: newId(new Date()) };
      const now = new Date();
      return {
        change: () =>
          commit(workspace.database, [putVote(vote, now, writeConflict), putUncountedVote(vote, now)]),
        async expectDone() {
          expect((await feedback.readItem(item)).voteCount).toBe(item.voteCount + 1);
          const kept = await read().children(itemSortKey(item.id));
          expect(kept.filter(uncountedVoteKind.includes)).toEqual([]);
        },
      };
    },
    'front-pages': async () => {
      const portal = await feedback.portal();
      const [item, gone] = [await feedback.item(portal), await feedback.item(portal)];
      const vote = { itemId: item.id, userId: newId(new Date()) };
      return {
        async change() {
          await client.delete(`${feedback.pathOf(portal)}/items/${gone.id}`);
          await commit(workspace.database, addVote(vote, new Date(), writeConflict, writeConflict));
        },
        async expectDone() {
          const page = await getFrontPage(read(), portal.id);
          expect(page?.ideas.map(({ id }) => id)).toEqual([item.id]);
          expect(page?.counts).toEqual({ [item.id]: [1, 0] });
        },
      };
    },
  };
}
