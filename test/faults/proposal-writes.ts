import { expect } from 'vitest';
import { proposalApi } from '../proposals/proposal-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Proposing something, and accepting, rejecting and withdrawing what was proposed; all are sent with a key. */
export function proposalWrites(place: () => Place): Record<string, Write> {
  const api = () => proposalApi(place().workspace, place().admin.client);
  const stories = () => storyApi(place().workspace, place().admin.client);
  const keyed = () => ({ 'idempotency-key': newKey() });

  /** Two stories that somebody else proposes. */
  async function proposed() {
    const { workspace, team } = place();
    const author = await workspace.person('member', [team]);
    const client = await workspace.clientFor(author.id, { writes: 'proposed' });
    const set = { 'change-set': newKey() };
    const create = async () =>
      (
        await client.post(
          `${workspace.path}/stories`,
          { teamId: team.id, title: newKey() },
          { ...set, ...keyed() },
        )
      ).json;
    const [one, two] = [await create(), await create()];
    return { id: one.proposal.id as string, storyIds: [one.data.id, two.data.id] as string[], client };
  }

  return {
    async acceptProposal() {
      const [{ id, storyIds }, headers] = [await proposed(), keyed()];
      return {
        send: () => api().accept(id, {}, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject({ conflicts: [] });
          expect(json.data.applied).toHaveLength(2);
          for (const storyId of storyIds) expect((await stories().get(storyId)).status).toBe(200);
          expect((await api().get(id)).json.data.status).toBe('accepted');
        },
      };
    },
    async rejectProposal() {
      const [{ id, storyIds }, headers] = [await proposed(), keyed()];
      return {
        send: () => api().reject(id, { reason: 'No' }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject({ status: 'rejected', reason: 'No' });
          expect((await stories().get(storyIds[0]!)).status).toBe(404);
        },
      };
    },
    async withdrawProposal() {
      const [{ id, client }, headers] = [await proposed(), keyed()];
      return {
        send: () => client.post(`${place().workspace.path}/proposals/${id}/withdraw`, undefined, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.status).toBe('withdrawn');
        },
      };
    },
  };
}
