import { expect } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { countAdminsOf } from '../../shared/identity/workspaces/workspace-store.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

export function teamAndMemberWrites(place: () => Place): Record<string, Write> {
  const inTeam = async (teamId: string) => {
    const { operator } = place().workspace;
    const ids = await operator.listTeamMemberIds(teamId);
    return { ids, count: (await operator.getTeam(teamId))?.memberCount };
  };

  /**
   * A team with an admin of its own, who is in no other: one who is in more than a hundred would have to name
   * a team in every list.
   */
  const ownTeam = async () => {
    const { workspace } = place();
    const team = await workspace.team();
    const admin = await workspace.person('admin', [team]);
    const headers = { 'idempotency-key': newKey() };
    return { team, admin, path: `${workspace.path}/teams/${team.id}`, headers };
  };

  const person = async () => {
    const { workspace } = place();
    const { team, admin } = await ownTeam();
    const { id } = await workspace.person('admin', [team]);
    const path = `${workspace.path}/members/${id}`;
    const member: Member = (await admin.client.get(path)).json.data;
    return { team, admin, path, member, headers: { 'idempotency-key': newKey() } };
  };

  return {
    async 'updateTeam with another code'() {
      const { admin, path, headers, team } = await ownTeam();
      const code = `G${newKey().slice(0, 6).toUpperCase()}`;
      const { updatedAt: expectedUpdatedAt } = (await admin.client.get(path)).json.data;
      return {
        send: () => admin.client.patch(path, { expectedUpdatedAt, code, private: true }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json).toEqual((await admin.client.get(path)).json);
          expect(json.data).toMatchObject({ id: team.id, code, private: true });
        },
      };
    },
    async deleteTeam() {
      const { workspace } = place();
      const { admin, path, headers, team } = await ownTeam();
      const statuses = (await admin.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
      return {
        send: () => admin.client.delete(path, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toEqual({ id: team.id, deleted: true });
          expect(await inTeam(team.id)).toEqual({ ids: [], count: undefined });
          expect((await admin.client.get('/api/v1/me')).json.data.teamIds).not.toContain(team.id);
          const left = await admin.client.get(`${workspace.path}/statuses/${statuses[0].id}`);
          expect(left.status).toBe(404);
        },
      };
    },
    async leaveTeam() {
      const { admin, path, headers, team } = await ownTeam();
      return {
        send: () => admin.client.post(`${path}/leave`, undefined, headers),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect(await inTeam(team.id)).toEqual({ ids: [], count: 0 });
        },
      };
    },
    async removeTeamMember() {
      const { workspace } = place();
      const { team, admin, member, headers } = await person();
      const path = `${workspace.path}/teams/${team.id}/members/${member.id}`;
      return {
        send: () => admin.client.delete(path, headers),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect(await inTeam(team.id)).toEqual({ ids: [admin.id], count: 1 });
        },
      };
    },
    async updateMember() {
      const { admin, path, member, headers } = await person();
      const patch = { expectedUpdatedAt: member.updatedAt, role: 'guest' };
      return {
        send: () => admin.client.patch(path, patch, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json).toEqual((await admin.client.get(path)).json);
          expect(json.data.role).toBe('guest');
          await expectAdmins(place());
        },
      };
    },
    async 'addMember of an address that is known elsewhere'() {
      const { workspace, admin } = place();
      const elsewhere = await newWorkspace(place().service);
      const body = { email: `${newKey()}@example.com`, name: 'Known' };
      await elsewhere.operator.addMember({ ...body, workspaceId: elsewhere.id, role: 'member' });
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => admin.client.post(`${workspace.path}/members`, body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const members = await workspace.operator.listMembers(workspace.id);
          expect(json.data).toEqual(members.find(({ email }) => email === body.email));
        },
      };
    },
    async leaveWorkspace() {
      const { workspace } = place();
      const { team, admin, member, headers } = await person();
      const own = await workspace.clientFor(member.id);
      return {
        send: () => own.post(`${workspace.path}/leave`, undefined, headers),
        async verify({ status, text }) {
          // Sent again after it was done, its own token is over.
          expect(status, text).toBeOneOf([200, 401]);
          const { data } = (await admin.client.get(`${workspace.path}/members/${member.id}`)).json;
          expect(data.removedAt).not.toBeNull();
          expect(await inTeam(team.id)).toEqual({ ids: [admin.id], count: 1 });
          await expectAdmins(place());
        },
      };
    },
    async removeMember() {
      const { team, admin, member, path, headers } = await person();
      return {
        send: () => admin.client.delete(path, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toEqual({ id: member.id, deleted: true });
          expect((await admin.client.get(path)).json.data.removedAt).not.toBeNull();
          expect(await inTeam(team.id)).toEqual({ ids: [admin.id], count: 1 });
          await expectAdmins(place());
        },
      };
    },
  };
}

/** The count that keeps the last admin is that of the admins. */
async function expectAdmins({ workspace }: Place) {
  const members = await workspace.operator.listMembers(workspace.id);
  const admins = members.filter(({ role }) => role === 'admin');
  expect(await countAdminsOf(createReader(workspace.database), workspace.id)).toBe(admins.length);
}
