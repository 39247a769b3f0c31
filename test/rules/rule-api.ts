import { expect } from 'vitest';
import type { Rule, RuleRun } from '../../shared/events/rules/rule.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

type Headers = Record<string, string>;

/** The operations on rules as one client calls them. */
export function ruleApi({ path }: Pick<TestWorkspace, 'path'>, client: Client) {
  const root = `${path}/rules`;
  const at = (id: string) => `${root}/${id}`;
  return {
    root,
    send: (body: object, headers: Headers = {}) => client.post(root, { name: 'A rule', ...body }, headers),
    create: async (body: object): Promise<Rule> =>
      dataOf<Rule>(await client.post(root, { name: 'A rule', ...body }), 201),
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Rule> => dataOf(await client.get(at(id)), 200),
    list: (query: Record<string, string> = {}) => client.get(root, query),
    update: ({ id, updatedAt }: Pick<Rule, 'id' | 'updatedAt'>, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
    preview: (rule: object, days = 1) =>
      client.post(`${root}/preview`, { rule: { name: 'A rule', ...rule }, days }),
    previewStored: (id: string, days = 1) => client.post(`${at(id)}/preview`, { days }),
    revert: (id: string, body: object) => client.post(`${at(id)}/revert`, body),
    runs: async (id: string): Promise<RuleRun[]> =>
      dataOf(await client.get(`${at(id)}/runs`, { limit: 100 }), 200),
    /** Waits until a rule has run so often, and returns the runs, newest first. */
    async ran(id: string, times = 1): Promise<RuleRun[]> {
      await expect.poll(async () => (await this.runs(id)).length).toBeGreaterThanOrEqual(times);
      return await this.runs(id);
    },
  };
}

/** A workspace with a team, an admin and a member of it, and the rules of both. */
export async function newRuleWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [admin, member] = [await workspace.person('admin', [team]), await workspace.person('member', [team])];
  return {
    workspace,
    team,
    admin,
    member,
    ofAdmin: ruleApi(workspace, admin.client),
    ofMember: ruleApi(workspace, member.client),
  };
}
