import type { KeyResult } from '../../shared/planning/key-results/key-result.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { ObjectiveUpdate } from '../../shared/planning/objective-updates/objective-update.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Answer, Client } from './client.ts';

/** The span that made sprints have. */
export const span = { startDate: '2026-11-02T00:00:00.000Z', endDate: '2026-11-15T00:00:00.000Z' };

/** The operations of one planning noun as one client calls them. */
export function nounApi(
  { path }: { path: string },
  client: Client,
  noun: 'sprints' | 'objectives' | 'key-results',
) {
  const at = (id: string) => `${path}/${noun}/${id}`;
  return {
    send: (body: object, headers: Record<string, string> = {}) =>
      client.post(`${path}/${noun}`, body, headers),
    get: (id: string) => client.get(at(id)),
    list: (query: Record<string, string | number | undefined> = {}) => client.get(`${path}/${noun}`, query),
    update: (id: string, body: object, headers: Record<string, string> = {}) =>
      client.patch(at(id), body, headers),
    delete: (id: string, headers: Record<string, string> = {}) => client.delete(at(id), headers),
  };
}

/** What an answer shows; throws where it is not the expected success. */
function shown<T>({ status, json, text }: Answer, expected: number): T {
  if (status !== expected) throw new Error(`Answered ${status} in the place of ${expected}: ${text}`);
  return json.data as T;
}

const sprintsNamed = new Map<string, number>();

/** A name that no sprint of a team has: "A sprint", then "B sprint". */
export function nextSprintName(teamId: string): string {
  const count = sprintsNamed.get(teamId) ?? 0;
  sprintsNamed.set(teamId, count + 1);
  return `${String.fromCodePoint(0x41 + (count % 26)).repeat(1 + Math.floor(count / 26))} sprint`;
}

/** Makes planning resources as a client; throws where that is refused. */
export function planningApi(workspace: { path: string }, client: Client) {
  const [sprints, objectives, keyResults] = (['sprints', 'objectives', 'key-results'] as const).map((noun) =>
    nounApi(workspace, client, noun),
  );
  return {
    sprints: sprints!,
    objectives: objectives!,
    keyResults: keyResults!,
    sprint: async ({ id: teamId }: Team, fields: object = {}): Promise<Sprint> =>
      shown(await sprints!.send({ teamId, name: nextSprintName(teamId), ...span, ...fields }), 201),
    objective: async ({ id: teamId }: Team, fields: object = {}): Promise<Objective> =>
      shown(await objectives!.send({ teamId, name: 'An objective', ...fields }), 201),
    keyResult: async ({ id: objectiveId }: Objective, fields: object = {}): Promise<KeyResult> =>
      shown(
        await keyResults!.send({
          objectiveId,
          name: 'A key result',
          measurementType: 'percentage',
          ...fields,
        }),
        201,
      ),
    /** The written updates of an objective. */
    updatesOf: ({ id }: { id: string }) => updatesApi(workspace, client, id),
  };
}

/** The updates of one objective as one client calls them. */
function updatesApi({ path }: { path: string }, client: Client, objectiveId: string) {
  const all = `${path}/objectives/${objectiveId}/updates`;
  const send = (body: object, headers: Record<string, string> = {}) => client.post(all, body, headers);
  return {
    send,
    write: async (fields: object = {}): Promise<ObjectiveUpdate> =>
      shown(await send({ health: 'on_track', body: 'It goes well.', ...fields }), 201),
    get: (id: string) => client.get(`${all}/${id}`),
    list: (query: Record<string, string | number | undefined> = {}) => client.get(all, query),
    update: (id: string, body: object, headers: Record<string, string> = {}) =>
      client.patch(`${all}/${id}`, body, headers),
    delete: (id: string, headers: Record<string, string> = {}) => client.delete(`${all}/${id}`, headers),
  };
}

export type PlanningApi = ReturnType<typeof planningApi>;
