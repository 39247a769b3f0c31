import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

/** A private objective with everyone who may see it, and everyone who may not. */
export async function newPrivateObjective() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = (role: 'member' | 'admin', teams = [team]) => workspace.person(role, teams);
  const [creator, lead, teamAdmin] = [await person('member'), await person('member'), await person('admin')];
  const [teammate, otherAdmin] = [await person('member'), await person('admin', [])];
  const plan = planningApi(workspace, creator.client);
  const objective = await plan.objective(team, { private: true, leadUserId: lead.id });
  return {
    workspace,
    team,
    objective,
    plan,
    insiders: [creator, lead, teamAdmin],
    outsiders: [teammate, otherAdmin],
  };
}
