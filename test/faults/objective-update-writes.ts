import { expect } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Writing, changing and deleting updates of objectives, with a key each. */
export function objectiveUpdateWrites(place: () => Place): Record<string, Write> {
  const prepare = async () => {
    const { workspace, admin, team } = place();
    const plan = planningApi(workspace, admin.client);
    const objective = await plan.objective(team);
    const healthOf = async () => (await plan.objectives.get(objective.id)).json.data.health;
    return { updates: plan.updatesOf(objective), healthOf, headers: { 'idempotency-key': newKey() } };
  };
  return {
    async createObjectiveUpdate() {
      const { updates, healthOf, headers } = await prepare();
      return {
        send: () => updates.send({ health: 'at_risk', body: 'Late' }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await updates.list()).json.data).toEqual([json.data]);
          expect(await healthOf()).toBe('at_risk');
        },
      };
    },
    async updateObjectiveUpdate() {
      const { updates, healthOf, headers } = await prepare();
      const { id, updatedAt: expectedUpdatedAt } = await updates.write();
      return {
        send: () => updates.update(id, { expectedUpdatedAt, health: 'off_track' }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect((await updates.get(id)).json.data).toEqual(json.data);
          expect(await healthOf()).toBe('off_track');
        },
      };
    },
    async deleteObjectiveUpdate() {
      const { updates, headers } = await prepare();
      const { id } = await updates.write();
      return {
        send: () => updates.delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await updates.get(id)).status).toBe(404);
        },
      };
    },
  };
}
