import { afterEach, expect, test } from 'vitest';
import { signedIn } from '../support/browser.ts';
import { databaseOf, workerService } from '../support/service.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { deleteGrant, listGrants, narrowGrant, type Grant } from '../../shared/kernel/auth/grant-store.ts';
import { getAccount } from '../../shared/kernel/auth/account-store.ts';
import { newWorkspace } from '../support/workspace.ts';
import { connectApplication, narrowApplication, tickTeams, type Connected } from './consent.ts';

const { service, proxy } = await workerService();
const database = databaseOf(service);
const workspace = await newWorkspace(service);
const teams = [await workspace.team(), await workspace.team()];
const ids = teams.map(({ id }) => id);
const person = await workspace.person('member', teams);
const browser = await signedIn(service, workspace, person);
afterEach(() => proxy.reset());

async function grantOf({ client }: Connected): Promise<Grant | undefined> {
  const read = createReader(database);
  const account = await getAccount(read, person.userId);
  const user = { id: person.userId, passwordSetAt: account?.passwordSetAt };
  return (await listGrants(read, user, new Date())).find(({ clientId }) => clientId === client.id);
}

const gone = () => new Error('The grant is not as it was.');

/** Does something at the moment before each narrowing is written, at most so many times. */
function meanwhile(times: number, act: () => Promise<void>): void {
  let left = times;
  proxy.meanwhile = async (operation, body) => {
    if (!operation.includes('Write') || !JSON.stringify(body).includes('oauth_grant.narrowed')) return;
    if (left-- > 0) await act();
  };
}

test('a narrowing that another one gets ahead of is done all the same, with what that took away', async () => {
  const connected = await connectApplication(service, browser);
  meanwhile(1, async () => {
    const grant = (await grantOf(connected))!;
    await commit(database, [narrowGrant(grant, { teamIds: [ids[0]!] }, gone)]);
  });
  const { text } = await narrowApplication(browser, connected, { seesOnly: 'on', ...tickTeams(...ids) });
  expect(text).toContain('can do less from now on');
  expect(await grantOf(connected)).toMatchObject({ scopes: ['mcp:read'], teamIds: [ids[0]] });
});

test('one that always loses is not shown as done', async () => {
  const connected = await connectApplication(service, browser);
  const others = [[ids[0]!, ids[1]!], [ids[0]!], [ids[1]!], [ids[0]!, 'none']];
  let round = 0;
  meanwhile(9, async () => {
    const grant = (await grantOf(connected))!;
    await commit(database, [narrowGrant(grant, { teamIds: others[round++ % 4]! }, gone)]);
  });
  const { status, text } = await narrowApplication(browser, connected, {
    seesOnly: 'on',
    ...tickTeams(...ids),
  });
  expect([status, text]).toEqual([409, expect.stringContaining('has just been changed')]);
  expect((await grantOf(connected))!.scopes).not.toEqual(['mcp:read']);
});

test('one of an application that is disconnected meanwhile brings nothing back', async () => {
  const connected = await connectApplication(service, browser);
  meanwhile(1, async () => commit(database, [deleteGrant((await grantOf(connected))!)]));
  await narrowApplication(browser, connected, { seesOnly: 'on', ...tickTeams(...ids) });
  expect(await grantOf(connected)).toBeUndefined();
});
