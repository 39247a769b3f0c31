import { beforeAll, expect, test } from 'vitest';
import { putMailMode } from '../../shared/identity/mail/preference-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { expectBadFields } from '../support/answers.ts';
import { addressOf, newKey } from '../support/workspace.ts';
import { newTellingTeam } from './notification-api.ts';

let made: Awaited<ReturnType<typeof newTellingTeam>>;

beforeAll(async () => {
  made = await newTellingTeam();
});

/** The subjects of mails to Grace that mention a story. */
async function mailsAbout(title: string): Promise<string[]> {
  await made.told();
  await made.service.queuesIdle();
  const address = await addressOf(made.workspace, made.grace.id);
  const mails = made.service.mailbox.mails.filter(({ to }) => to === address);
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes(title));
}

test('a kind that is off is told in neither way, and the others go on', async () => {
  const { own, stories, team, grace, comment } = made;
  const { status, json } = await own.prefer(
    { kinds: { assigned: { mail: 'off', inApp: false }, mentioned: { mail: 'daily' } } },
    { 'idempotency-key': newKey() },
  );
  expect(status).toBe(200);
  expect(json.data.kinds).toMatchObject({
    assigned: { mail: 'off', inApp: false },
    mentioned: { mail: 'daily', inApp: true },
    commented: { mail: 'each', inApp: true },
  });
  expect((await own.preferences()).json.data).toEqual(json.data);
  const story = await stories.create({ teamId: team.id, title: 'Boats', assigneeId: grace.id });
  await comment(story, 'Look, @Grace');
  await comment(story, 'Soon');
  expect(await mailsAbout('Boats')).toEqual([`Ada Lovelace commented on ${story.reference}: Boats`]);
  expect((await own.kinds()).toSorted()).toEqual(['commented', 'mentioned']);
});

test('mail for all ends the choices of kinds, and so does the page of the mails', async () => {
  const { own, grace, workspace } = made;
  await own.prefer({ kinds: { commented: { mail: 'each', inApp: false } } });
  const off = (await own.prefer({ mail: 'off', kinds: { mentioned: { mail: 'each' } } })).json.data;
  expect([off.mail, off.kinds.mentioned.mail, off.kinds.commented]).toEqual([
    'off',
    'each',
    { mail: 'off', inApp: false },
  ]);
  const subscription = { userId: grace.userId, portalId: workspace.id };
  await commit(workspace.database, [putMailMode(subscription, 'daily', new Date())]);
  const { mail, kinds } = (await own.preferences()).json.data;
  expect([mail, kinds.mentioned.mail, kinds.commented]).toEqual([
    'daily',
    'daily',
    { mail: 'daily', inApp: false },
  ]);
  for (const [body, field] of [
    [{ kinds: { lunch: {} } }, 'kinds.lunch'],
    [{ kinds: { assigned: { mail: 'often' } } }, 'kinds.assigned.mail'],
  ] as const) {
    expectBadFields(await own.prefer(body), [field]);
  }
});
