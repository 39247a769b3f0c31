import { expect } from 'vitest';
import { nounApi, planningApi, span } from '../support/planning.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import type { Place, Write } from './write.ts';

type Noun = 'sprints' | 'objectives' | 'key-results';

/** Creating, updating and deleting each planning noun; all are sent with a key. */
export function planningWrites(place: () => Place): Record<string, Write> {
  const api = (noun: Noun) => nounApi(place().workspace, place().admin.client, noun);
  const plan = () => planningApi(place().workspace, place().admin.client);
  const makers = {
    sprints: () => plan().sprint(place().team),
    objectives: () => plan().objective(place().team),
    'key-results': async () => plan().keyResult(await plan().objective(place().team)),
  };
  const bodies = {
    sprints: () => ({ teamId: place().team.id, ...span }),
    objectives: () => ({ teamId: place().team.id }),
    'key-results': async () => {
      const objective = await plan().objective(place().team);
      return { objectiveId: objective.id, measurementType: 'boolean' };
    },
  };

  const creation =
    (noun: Noun): Write =>
    async () => {
      const body = { ...(await bodies[noun]()), name: newKey() };
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => api(noun).send(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const { data } = (await api(noun).list({ limit: 100 })).json;
          expect(data.filter(({ name }: { name: string }) => name === body.name)).toEqual([json.data]);
          if (noun !== 'key-results') return;
          expect((await api('objectives').get(json.data.objectiveId)).json.data.keyResultCount).toBe(1);
        },
      };
    };

  const update =
    (noun: Noun): Write =>
    async () => {
      const { id, updatedAt } = await makers[noun]();
      const patch = { expectedUpdatedAt: updatedAt, name: newKey() };
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => api(noun).update(id, patch, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.name).toBe(patch.name);
          expect((await api(noun).get(id)).json).toEqual(json);
        },
      };
    };

  const deletion =
    (noun: Noun): Write =>
    async () => {
      const made = await makers[noun]();
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => api(noun).delete(made.id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id: made.id, deleted: true }]);
          expect((await api(noun).get(made.id)).status).toBe(404);
          if (!('objectiveName' in made)) return;
          expect((await api('objectives').get(made.objectiveId)).json.data.keyResultCount).toBe(0);
        },
      };
    };

  /** Of a team of its own, since a team has one cadence. */
  const cadence: Write = async () => {
    const { workspace, admin } = place();
    const { id: teamId } = await workspace.team();
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId, principalId: admin.id });
    const path = `${workspace.path}/teams/${teamId}/sprint-cadence`;
    const body = { enabled: true, lengthWeeks: 2, startsOn: 'monday', timeZone: 'UTC', upcoming: 2 };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.request('PUT', path, { body, headers }),
      async verify({ status, json, text }) {
        expect(status, text).toBe(200);
        expect((await admin.client.get(path)).json).toEqual(json);
        expect(json.data).toMatchObject(body);
      },
    };
  };

  /** The path to the address of a triage, of a team of its own, since a team has one. */
  const triageAddress = async () => {
    const { workspace, admin } = place();
    const team = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: team.id,
      principalId: admin.id,
    });
    await switchIntakeOn(workspace, admin.client, team);
    return { at: `${workspace.path}/teams/${team.id}/triage-address`, client: admin.client };
  };

  const addressCreation: Write = async () => {
    const { at, client } = await triageAddress();
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => client.request('POST', at, { headers }),
      async verify({ status, json, text }) {
        expect(status, text).toBe(201);
        expect((await client.get(at)).json.data).toEqual(json.data);
      },
    };
  };

  const addressDeletion: Write = async () => {
    const { at, client } = await triageAddress();
    expect((await client.request('POST', at)).status).toBe(201);
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => client.delete(at, headers),
      async verify({ status, text }) {
        expect(status, text).toBe(200);
        expect((await client.get(at)).status).toBe(404);
      },
    };
  };

  const sprintPlan: Write = async () => {
    const { workspace, admin, team } = place();
    const { id } = await makers.sprints();
    const made = [await createStoryAs(admin.client, workspace, { teamId: team.id })];
    made.push(await createStoryAs(admin.client, workspace, { teamId: team.id }));
    const stories = made.map((one) => ({ storyId: one.id, expectedUpdatedAt: one.updatedAt }));
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.post(`${workspace.path}/sprints/${id}/plan`, { stories }, headers),
      async verify({ status, json, text }) {
        expect([status, json.data.id], text).toEqual([200, id]);
        for (const { storyId } of stories) {
          const { data } = (await admin.client.get(`${workspace.path}/stories/${storyId}`)).json;
          expect(data.sprintId).toBe(id);
        }
      },
    };
  };

  return {
    applySprintPlan: sprintPlan,
    updateSprintCadence: cadence,
    createTriageAddress: addressCreation,
    deleteTriageAddress: addressDeletion,
    createSprint: creation('sprints'),
    updateSprint: update('sprints'),
    deleteSprint: deletion('sprints'),
    createObjective: creation('objectives'),
    updateObjective: update('objectives'),
    deleteObjective: deletion('objectives'),
    createKeyResult: creation('key-results'),
    updateKeyResult: update('key-results'),
    deleteKeyResult: deletion('key-results'),
  };
}
