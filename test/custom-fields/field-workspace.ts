import type { Team } from '../../shared/identity/team/team.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { fieldApi } from './field-api.ts';

/** A workspace with two teams: an admin and a member of the first, and somebody of the other. */
export async function newFieldWorkspace() {
  const workspace: TestWorkspace = await newWorkspace();
  const [team, other]: [Team, Team] = [await workspace.team(), await workspace.team()];
  const [admin, member, outsider]: [Person, Person, Person] = [
    await workspace.person('admin', [team]),
    await workspace.person('member', [team]),
    await workspace.person('member', [other]),
  ];
  const as = ({ client }: Person) => fieldApi(workspace, client);
  return { workspace, team, other, outsider, fields: as(admin), mine: as(member), theirs: as(outsider) };
}
