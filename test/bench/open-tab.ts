import { createTestOperator } from '../support/operator.ts';
import { signedIn } from '../support/browser.ts';
import { openDatabase, type Address, type Fixture } from './fixture.ts';
import type { Conversation } from './requests.ts';

/** Opens a team's board in a browser; returns what the page asks from then on. Nothing of the team may change. */
export async function openTab(
  address: Address,
  { workspaceId, memberId, listTeamId }: Fixture,
): Promise<() => Conversation> {
  const database = openDatabase(address);
  const workspace = { id: workspaceId, operator: createTestOperator(database), database };
  const browser = await signedIn(address, workspace, { id: memberId });
  database.client.destroy();
  const { text } = await browser.open(`/teams/${listTeamId}`);
  const path = /data-live="([^" ]+)/.exec(text)![1]!.replaceAll('&amp;', '&');
  const { headers } = await browser.open(
    `${path}&${new URLSearchParams({ since: new Date(0).toISOString() }).toString()}`,
  );
  const asked = `${path}&${new URLSearchParams({ state: headers.get('x-state')! }).toString()}`;
  const cookie = [...browser.cookies].map((one) => one.join('=')).join('; ');
  return () => ({ status: 204, next: () => ({ method: 'GET', path: asked, headers: { cookie }, body: '' }) });
}
