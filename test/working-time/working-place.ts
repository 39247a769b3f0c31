import type { Team } from '../../shared/identity/team/team.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { workingTimeApi, type WorkingTimeApi } from './working-time-api.ts';

/** A workspace in which people work: a team with an admin and two members. */
export interface WorkingPlace {
  workspace: TestWorkspace;
  team: Team;
  admin: Person;
  member: Person;
  colleague: Person;
  /** The working time of somebody, as somebody else reads and sets it. */
  asSeenBy: (who: Person, of?: Person) => WorkingTimeApi;
}

export async function newWorkingPlace(): Promise<WorkingPlace> {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const member = await workspace.person('member', [team]);
  const colleague = await workspace.person('member', [team]);
  return {
    workspace,
    team,
    admin,
    member,
    colleague,
    asSeenBy: (who, of = who) => workingTimeApi(workspace, who.client, of.id),
  };
}

export const office = [{ start: '09:00', end: '17:00' }];
export const noDays = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
export const hour = { startDate: '2026-12-01T09:00:00.000Z', endDate: '2026-12-01T10:00:00.000Z' };
export const days = { startDate: '2026-12-24', endDate: '2026-12-31' };
