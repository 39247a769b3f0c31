import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionNames } from '../../shared/surface/rules/rule-actions.ts';
import { newRuleWorkspace, ruleApi } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;

beforeAll(async () => {
  made = await newRuleWorkspace();
});

const comment = { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Seen' } };
const base = () => ({ teamId: made.team.id, on: ['story.created'], then: [comment] });

const update = (input: object) => ({
  then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', ...input } }],
});

const refused: [what: string, fields: object, path: string][] = [
  ['an operation that does not exist', { then: [{ operation: 'explode', input: {} }] }, 'then.0.operation'],
  ['a read', { then: [{ operation: 'getStory', input: { storyId: randomUUID() } }] }, 'then.0.operation'],
  ['tokens', { then: [{ operation: 'createToken', input: {} }] }, 'then.0.operation'],
  [
    'members',
    { then: [{ operation: 'removeMember', input: { memberId: randomUUID() } }] },
    'then.0.operation',
  ],
  [
    'webhooks',
    { then: [{ operation: 'deleteWebhook', input: { webhookId: randomUUID() } }] },
    'then.0.operation',
  ],
  ['rules', { then: [{ operation: 'deleteRule', input: { ruleId: randomUUID() } }] }, 'then.0.operation'],
  ['exports', { then: [{ operation: 'createExport', input: {} }] }, 'then.0.operation'],
  ['an unknown field', update({ tilte: 'Other' }), 'then.0.input.tilte'],
  ['a value of the wrong type', update({ title: 7 }), 'then.0.input.title'],
  ['an input that changes nothing', update({}), 'then.0.input'],
  ['a missing path parameter', { then: [{ operation: 'archiveStory', input: {} }] }, 'then.0.input.storyId'],
  [
    'a field of an operation without a body',
    { then: [{ operation: 'archiveStory', input: { storyId: '{{story.id}}', a: 1 } }] },
    'then.0.input.a',
  ],
  ['an unknown root', update({ title: '{{secret.token}}' }), 'then.0.input.title'],
  ['an unknown field of the event', update({ title: '{{event.data.tilte}}' }), 'then.0.input.title'],
  ['an expression', update({ title: '{{1 + 1}}' }), 'then.0.input'],
  ['a text in the place of an id', update({ assigneeId: '{{story.title}}' }), 'then.0.input.assigneeId'],
  [
    'a custom field in the place of an id',
    update({ sprintId: '{{event.data.customFields.id}}' }),
    'then.0.input.sprintId',
  ],
  ['eleven actions', { then: Array.from({ length: 11 }, () => comment) }, 'then'],
  ['no action', { then: [] }, 'then'],
  ['neither events nor a schedule', { on: null }, 'on'],
  ['both', { schedule: { rule: 'FREQ=DAILY', timeZone: 'UTC' } }, 'schedule'],
  ['a rule that is none', { on: null, schedule: { rule: 'FREQ=HOURLY', timeZone: 'UTC' } }, 'schedule.rule'],
  ['a kind that does not exist', { on: ['story.exploded'] }, 'on.0'],
  ['a filter with an unknown word', { if: 'colour:red' }, 'if'],
  ['a filter with an unknown name', { if: 'label:nowhere' }, 'if'],
  [
    'a filter of what is no story',
    {
      on: ['sprint.created'],
      if: 'is:open',
      then: [{ operation: 'createLabel', input: { name: 'A label', color: '#4f46e5' } }],
    },
    'if',
  ],
  ['what was of what is new', { was: { title: 'A' } }, 'was'],
  ['a team of others', { teamId: randomUUID() }, 'teamId'],
];

test.each(refused)('a rule with %s is refused, and says where', async (_, fields, path) => {
  const answer = await made.ofAdmin.send({ ...base(), ...fields });
  expect(answer.status, answer.text).toBe(400);
  expect(answer.json.error.fields.map((field: { path: string }) => field.path)).toContain(path);
  const { name = 'A rule', ...rule } = { ...base(), ...fields } as Record<string, unknown>;
  expect((await made.ofAdmin.preview({ name, ...rule })).status).toBe(400);
});

test('runs no operation that administrates', () => {
  const administrative =
    /Token|Member|Webhook|Rule|Export|Workspace|Team$|Portal$|ServiceAccount|Identity|Visitor|Status$|CustomField|Hook/;
  expect(actionNames.filter((name) => administrative.test(name))).toEqual([]);
  expect(actionNames).toEqual(
    expect.arrayContaining(['updateStory', 'createComment', 'createFeedbackComment']),
  );
});

describe('rights', () => {
  test('are those of admins for the workspace, and of members for their teams', async () => {
    const { workspace, team, ofMember } = made;
    const other = await workspace.team();
    expect((await ofMember.send({ ...base(), teamId: null })).status).toBe(403);
    expect((await ofMember.send({ ...base(), teamId: other.id })).status).toBe(400);
    const guest = await workspace.person('guest', [team]);
    expect((await ruleApi(workspace, guest.client).send(base())).status).toBe(403);
  });

  test('of others are not used without them', async () => {
    const { workspace, team, member, admin, ofMember, ofAdmin } = made;
    const asMember = { runAs: { kind: 'user', id: member.id } };
    expect((await ofAdmin.send({ ...base(), ...asMember })).status).toBe(403);
    const rule = await ofMember.create({ ...base(), ...asMember });
    const then = [{ ...comment, input: { ...comment.input, content: 'In your name' } }];
    expect((await ofAdmin.update(rule, { then })).status).toBe(403);
    const off = await ofAdmin.update(rule, { enabled: false });
    expect(off.status).toBe(200);
    expect((await ofAdmin.update(off.json.data, { enabled: true })).status).toBe(403);
    const own = await ofAdmin.update(off.json.data, {
      then,
      enabled: true,
      runAs: { kind: 'user', id: admin.id },
    });
    expect(own.json.data).toMatchObject({ enabled: true, runAs: { id: admin.id } });
    const hidden = await workspace.team({ private: true });
    const account = await workspace.serviceAccount([team, hidden]);
    const asAccount = { runAs: { kind: 'service_account', id: account.id } };
    expect((await ofAdmin.send({ ...base(), ...asAccount })).status).toBe(403);
    const known = await workspace.serviceAccount([team]);
    expect((await ofAdmin.send({ ...base(), runAs: { kind: 'service_account', id: known.id } })).status).toBe(
      201,
    );
    expect(
      (await ofMember.send({ ...base(), runAs: { kind: 'service_account', id: known.id } })).status,
    ).toBe(403);
  });

  test('of a token without the scope of an action make no rule', async () => {
    const { workspace, member } = made;
    const scopes = ['rules:write', 'stories:read'] as const;
    const narrow = ruleApi(workspace, await workspace.clientFor(member.id, { scopes }));
    const answer = await narrow.send(base());
    expect(answer.status).toBe(403);
    expect(answer.json.error.missingScopes).toEqual(['comments:write']);
  });
});

test('a rule is created once for each key, and shown', async () => {
  const { ofMember, team, member } = made;
  const key = { 'idempotency-key': randomUUID() };
  const first = await ofMember.send(base(), key);
  expect(first.json.data).toMatchObject({
    teamId: team.id,
    on: ['story.created'],
    schedule: null,
    if: null,
    was: null,
    enabled: true,
    disabledReason: null,
    runAs: { kind: 'user', id: member.id },
    runs: 0,
    lastRunAt: null,
  });
  const again = await ofMember.send(base(), key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.json).toEqual(first.json);
});
