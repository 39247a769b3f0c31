import type { Team } from '../../shared/identity/team/team.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import type { Client } from '../support/client.ts';
import type { ServiceAddress } from '../support/service.ts';

/** Where the samples of writes happen: a workspace with a team that its admin is in. */
export interface World {
  workspace: TestWorkspace;
  team: Team;
  admin: Person;
  plan: PlanningApi;
  feedback: Feedback;
  /** What the admin gets for a new thing; throws where that is refused. */
  make: (path: string, body: object) => Promise<any>;
  /** Carries out an action without a body. */
  act: (path: string) => Promise<any>;
}

/** How to call one write on something that was made for it, which it changes. */
export interface Sample {
  /** Values of the path's parameters but the workspace. */
  params?: Record<string, string>;
  /** The body; of an update the fields that it sets, without the version. */
  fields?: object;
  /** Of an update: the same fields with other values. */
  others?: object;
  /** Of an update: the version that it names. */
  version?: string;
  /** Who calls, where it is not the admin. */
  client?: Client;
  /** Whether its caller has no credential any more once it was carried out. */
  endsCaller?: true;
  /** Whether a process of its own goes on with what it made, so that later answers differ. */
  changesLater?: true;
}

/** Makes a sample, anew each time. */
export type WriteSample = (world: World) => Promise<Sample>;

export async function newWorld(service?: ServiceAddress): Promise<World> {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const sent = async (path: string, body?: object) => {
    const { status, json, text } = await admin.client.post(`${workspace.path}/${path}`, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return json.data;
  };
  return {
    workspace,
    team,
    admin,
    plan: planningApi(workspace, admin.client),
    feedback: feedbackApi(workspace, admin.client),
    make: sent,
    act: (path) => sent(path),
  };
}

/** The sample of an update of what `make` makes: its path parameter, its version, and two values for one field. */
export const updateSample =
  (
    parameter: string,
    make: (world: World) => Promise<{ id: string; updatedAt: string; params?: Record<string, string> }>,
    field: string,
    values?: [unknown, unknown],
  ): WriteSample =>
  async (world) => {
    const { id, updatedAt, params = {} } = await make(world);
    // No two of a team have the same name.
    const [first, second] = values ?? [`One ${id}`, `Another ${id}`];
    const both = { fields: { [field]: first }, others: { [field]: second } };
    return { params: { ...params, [parameter]: id }, ...both, version: updatedAt };
  };

/** The sample of an action on, or the deletion of, what `make` makes. */
export const actionSample =
  (
    parameter: string,
    make: (world: World) => Promise<{ id: string; params?: Record<string, string> }>,
    more: Partial<Sample> = {},
  ): WriteSample =>
  async (world) => {
    const { id, params = {} } = await make(world);
    return { params: { ...params, [parameter]: id }, ...more };
  };
