import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newProposing } from '../proposals/proposal-api.ts';
import { newAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;
let lead: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace);
  lead = await signedIn(service, workspace, proposing.lead);
});

/** A proposal of three stories: its page, and the ids of its changes and of the stories. */
async function propose() {
  const set = { 'change-set': randomUUID() };
  for (const title of ['One', 'Two', 'Three'])
    await proposing.client.post(
      `${workspace.path}/stories`,
      { teamId: proposing.team.id, title },
      { ...set, 'idempotency-key': newKey() },
    );
  const [{ id }] = (await proposing.api.list()).json.data;
  const { changes } = (await proposing.api.get(id)).json.data;
  return {
    id,
    path: `/teams/${proposing.team.id}/proposals/${id}`,
    changeIds: changes.map((change: { id: string }) => change.id) as string[],
  };
}

/** The changes that are ticked on a page. */
const tickedOn = ({ text }: Pick<Shown, 'text'>): string[] =>
  [...text.matchAll(/<input([^>]*)>/g)].flatMap(([, attributes]) =>
    attributes!.includes('checked') ? (/name="changes:([^"]+)"/.exec(attributes!)?.[1] ?? []) : [],
  );

/** The fields of a form in which these are not ticked. */
const without = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`changes:${id}`, '']));

const OLD_TOKEN = { form_token: 'of an earlier session' };

describe('the boxes of a form that was not carried out are as the person left them', () => {
  test.for([
    ['two are not', 2, 'partly_accepted'],
    ['none is', 3, 'open'],
  ] as const)('after a sign-in, where %s ticked', async ([, count, status]) => {
    const { path, id, changeIds } = await propose();
    const reader = await workspace.person('member', [proposing.team]);
    const own = await signedIn(service, workspace, reader);
    const page = await own.open(path);
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, `${path}/accept`, without(changeIds.slice(0, count)));
    const shown = await own.submit(asked, '/sign-in', await newAccount(workspace, reader));
    expect(shown.text).toContain('Check it and save it.');
    expect(tickedOn(shown)).toEqual(changeIds.slice(count));
    await own.submit(shown, `${path}/accept`);
    const { data } = (await proposing.api.get(id)).json;
    expect(data.status).toBe(status);
    expect(data.changes.map(({ state }: { state: string }) => state === 'applied')).toEqual(
      changeIds.map((_, position) => position >= count),
    );
  });

  test.for([
    ['accept', OLD_TOKEN, 403],
    ['reject', OLD_TOKEN, 403],
    ['reject', { note: 'x'.repeat(2001) }, 400],
  ] as const)('where it was to %s, with %o', async ([act, sent, status]) => {
    const { path, changeIds } = await propose();
    const fields = { ...sent, ...without(changeIds.slice(0, 2)) };
    const refused = await lead.submit(await lead.open(path), `${path}/${act}`, fields);
    expect([refused.status, tickedOn(refused)]).toEqual([status, changeIds.slice(2)]);
  });

  test('with the reason to reject', async () => {
    const { path, changeIds } = await propose();
    const fields = { ...OLD_TOKEN, note: 'Not before spring.' };
    const refused = await lead.submit(await lead.open(path), `${path}/accept`, fields);
    expect(tickedOn(refused)).toEqual(changeIds);
    expect(refused.text).toMatch(/<textarea[^>]*>\s*Not before spring\./);
  });
});
