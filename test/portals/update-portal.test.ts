import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

const send = (portal: Portal, fields: object, headers = {}, { client } = admin) =>
  client.patch(feedback.pathOf(portal), { expectedUpdatedAt: portal.updatedAt, ...fields }, headers);
const change = async (portal: Portal, fields: object): Promise<Portal> =>
  feedback.change(feedback.pathOf(portal), portal, fields);
const read = async (portal: Portal) => (await admin.client.get(feedback.pathOf(portal))).json.data;

test('an update changes fields, and moves the version', async () => {
  const portal = await feedback.portal();
  const fields = {
    name: 'Renamed',
    description: 'Tell us.',
    color: '#112233',
    visibility: 'private',
    embedOrigins: ['https://www.example.com', 'https://*.example.org:8443', 'http://localhost:8080'],
  };
  const changed = await change(portal, fields);

  expect(changed).toEqual({ ...portal, ...fields, updatedAt: changed.updatedAt });
  expect(changed.updatedAt > portal.updatedAt).toBe(true);
  expect(await read(portal)).toEqual(changed);
  expect((await change(changed, { clearFields: ['description'] })).description).toBeNull();
});

describe('a slug', () => {
  test('that a portal gave up goes on leading to it, and can be taken again by it only', async () => {
    const portal = await feedback.portal();
    const [second, third] = [randomUUID(), randomUUID()];
    const renamed = await change(await change(portal, { slug: second }), { slug: third });
    expect([renamed.slug, renamed.formerSlugs]).toEqual([third, [second, portal.slug]]);

    const other = await feedback.portal();
    expectRefusal(await send(other, { slug: portal.slug }), 409, 'conflict');
    const back = await change(renamed, { slug: portal.slug });
    expect([back.slug, back.formerSlugs]).toEqual([portal.slug, [third, second]]);
  });

  test('that is older than 20 others is forgotten, and free then', async () => {
    let portal = await feedback.portal();
    const { slug: first } = portal;
    for (let number = 0; number < 21; number++) portal = await change(portal, { slug: randomUUID() });

    expect(portal.formerSlugs).toHaveLength(20);
    expect(portal.formerSlugs).not.toContain(first);
    expect((await feedback.portal({ slug: first })).slug).toBe(first);
  });
});

describe('the boards of a portal', () => {
  test('keep their ids, move, and come and go', async () => {
    const portal = await feedback.portal();
    const [ideas, bugs] = portal.boards;
    const changed = await change(portal, { boards: [{ ...bugs, name: 'Faults' }, { name: 'New' }] });

    expect(changed.boards).toEqual([
      { ...bugs, name: 'Faults' },
      { id: expect.any(String), name: 'New', description: null },
    ]);
    expect(changed.boards.map(({ id }) => id)).not.toContain(ideas!.id);
  });

  test.each([false, true])('with items stay, also where they are hidden: %s', async (hidden) => {
    const portal = await feedback.portal();
    const item = await feedback.item(portal);
    if (hidden) await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden });
    expectRefusal(await send(portal, { boards: [portal.boards[1]] }), 409, 'conflict');
    expect(await read(portal)).toEqual(portal);
  });

  test('of other portals are refused', async () => {
    const [portal, other] = [await feedback.portal(), await feedback.portal()];
    expectBadFields(
      await send(portal, { boards: other.boards }),
      ['boards.0.id', 'boards.1.id'],
      'invalid_reference',
    );
  });
});

test('the logo must be an image of this portal', async () => {
  const [portal, other] = [await feedback.portal(), await feedback.portal()];
  const [own, foreign] = [await feedback.image(portal), await feedback.image(other)];
  for (const id of [foreign.id, randomUUID()]) {
    expectBadFields(await send(portal, { logoImageId: id }), ['logoImageId'], 'invalid_reference');
  }
  expect((await change(portal, { logoImageId: own.id })).logoImageId).toBe(own.id);
});

test('only admins update a portal', async () => {
  const portal = await feedback.portal();
  const member = await workspace.person('member');
  expectRefusal(await send(portal, { name: 'x' }, {}, member), 403, 'insufficient_role');
  expect(await read(portal)).toEqual(portal);
});
