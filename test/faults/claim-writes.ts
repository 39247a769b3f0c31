import { expect } from 'vitest';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { claimApi } from '../claims/claim-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Claiming a story and the next ones, renewing and releasing, and reverting changes; all are sent with a key. */
export function claimWrites(place: () => Place): Record<string, Write> {
  const api = () => claimApi(place().workspace, place().admin.client);
  const story = () => api().create({ teamId: place().team.id });
  const keyed = () => ({ 'idempotency-key': newKey() });

  return {
    async revertChanges() {
      const { workspace, admin, team } = place();
      const [one, headers] = [await story(), keyed()];
      const actor = await workspace.person('member', [team]);
      const changed = await claimApi(workspace, actor.client).change(one, { title: 'Other' });
      const sets = changeSetApi(workspace, admin.client);
      const wanted = { actorId: actor.id, since: changed.updatedAt };
      await sets.untilListed(wanted, 1);
      return {
        send: () => sets.revertChanges(wanted, headers),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect((await api().read(one.id)).title).toBe(one.title);
        },
      };
    },

    async revertChangeSet() {
      const { workspace, admin } = place();
      const [one, headers, changeSetId] = [await story(), keyed(), newKey()];
      const patch = { expectedUpdatedAt: one.updatedAt, title: 'Other' };
      await admin.client.patch(`${workspace.path}/stories/${one.id}`, patch, { 'change-set': changeSetId });
      const sets = changeSetApi(workspace, admin.client);
      await sets.of(changeSetId, 1);
      return {
        send: () => sets.revert(changeSetId, {}, headers),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect((await api().read(one.id)).title).toBe(one.title);
        },
      };
    },
    async claimStory() {
      const [one, headers] = [await story(), keyed()];
      return {
        send: () => api().send(one, { leaseSeconds: 600 }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await api().read(one.id)).claim).toEqual(json.data);
        },
      };
    },
    async claimNextStories() {
      const one = await api().create({ teamId: place().team.id, title: newKey() });
      const headers = keyed();
      const body = { filter: `"${one.title}"` };
      await until(async () => (await api().list(body)).json.data.length === 1);
      return {
        send: () => api().sendNext(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          const { claim } = await api().read(one.id);
          expect(claim).toMatchObject({ fencingNumber: 1 });
          expect(json.data).toMatchObject([{ claim }]);
        },
      };
    },
    async renewStoryClaim() {
      const [one, headers] = [await story(), keyed()];
      const { fencingNumber } = await api().claim(one);
      return {
        send: () => api().renew(one, { fencingNumber, leaseSeconds: 600 }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect((await api().read(one.id)).claim).toEqual(json.data);
        },
      };
    },
    async releaseStoryClaim() {
      const [one, headers] = [await story(), keyed()];
      const { fencingNumber } = await api().claim(one);
      return {
        send: () => api().release(one, { fencingNumber }, headers),
        async verify({ status, json, text }) {
          expect([status, json.data?.released], text).toEqual([200, true]);
          expect((await api().read(one.id)).claim).toBeNull();
        },
      };
    },
  };
}
