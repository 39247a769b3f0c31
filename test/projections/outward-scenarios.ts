import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { recordOperatorAct } from '../../shared/identity/audit/account-act-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { moveUser } from '../../shared/identity/members/user-store.ts';
import {
  isSubscribed,
  listSubscribed,
  putSubscriber,
} from '../../shared/feedback/portal/subscriber-store.ts';
import { getImage } from '../../shared/feedback/portal/image-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { createBrowser, newAccount } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import type { ServiceAddress } from '../support/service.ts';
import { addressOf, type TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** The scenarios of what people do outside of teams. */
export const outwardScenarios = (
  workspace: TestWorkspace,
  admin: Client,
  service: ServiceAddress,
): Record<string, () => Promise<Scenario>> => ({
  'account-acts': () => accountActs(workspace, admin, service),
  'member-addresses': () => memberAddresses(workspace, admin),
  'portal-deletion': async () => {
    const feedback = feedbackApi(workspace, admin);
    const portal = await feedback.portal();
    const image = await feedback.image(portal);
    const userId = randomUUID();
    await commit(workspace.database, putSubscriber(portal.id, userId));
    return {
      change: () => admin.delete(feedback.pathOf(portal)),
      async expectDone() {
        const read = createReader(workspace.database);
        expect(await getImage(read, image.id)).toBeUndefined();
        expect(await isSubscribed(read, portal.id, userId)).toBe(false);
        expect(await listSubscribed(read, userId)).toEqual([]);
      },
    };
  },
});

/** A new address of a member's account, as an admin reads it. */
async function memberAddresses(workspace: TestWorkspace, admin: Client): Promise<Scenario> {
  const { id, userId } = await workspace.person('member');
  const [email, to] = [await addressOf(workspace, id), `${randomUUID()}@example.com`];
  return {
    change: () =>
      commit(workspace.database, [
        ...moveUser({ id: userId, email }, to, writeConflict),
        recordOperatorAct(userId, 'member.address_changed', new Date()),
      ]),
    async expectDone() {
      const { json } = await admin.get(`${workspace.path}/members/${id}`);
      expect(json.data).toMatchObject({ id, email: to });
    },
  };
}

/** A sign-in and two failed ones of a member, in the audit trail that an admin reads. */
async function accountActs(
  workspace: TestWorkspace,
  admin: Client,
  { baseUrl }: ServiceAddress,
): Promise<Scenario> {
  const { id } = await workspace.person('member');
  const account = await newAccount(workspace, { id });
  const signIn = async (password: string) => {
    const browser = createBrowser(baseUrl);
    await browser.submit(await browser.open('/sign-in'), '/sign-in', { ...account, password });
  };
  return {
    async change() {
      await signIn(account.password);
      await signIn('wrong');
      await signIn('wrong again');
    },
    async expectDone() {
      const events = await auditTrail(admin, workspace, { targetId: id, sort: 'timestamp' });
      expect(events.map(({ type, count }) => [type, count])).toEqual([
        ['member.added', 1],
        ['member.signed_in', 1],
        ['member.sign_in_failed', 2],
      ]);
    },
  };
}
