import { beforeAll, expect, test } from 'vitest';
import { getNewsChoice, putMailMode, wantsNoMail } from '../../shared/identity/mail/preference-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { userPartition } from '../../shared/kernel/auth/user-kind.ts';
import { newsKinds, type NewsKind } from '../../shared/identity/mail/news-kind.ts';
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

test('a mail for each is one for all kinds once it is chosen, and every kind off is no mail at all', async () => {
  const { own, grace, workspace } = made;
  const { mail, kinds } = (await own.prefer({ mail: 'each' })).json.data;
  expect([mail, kinds.update_posted.mail, kinds.assigned.mail]).toEqual(['each', 'each', 'each']);

  const choice = async () =>
    await getNewsChoice(createReader(workspace.database), { userId: grace.userId, portalId: workspace.id });
  const all = (how: string, but?: NewsKind) =>
    Object.fromEntries(newsKinds.filter((kind) => kind !== but).map((kind) => [kind, { mail: how }]));
  await own.prefer({ kinds: all('off', 'assigned') });
  expect(wantsNoMail(await choice())).toBe(false);
  await own.prefer({ kinds: all('off') });
  expect(wantsNoMail(await choice())).toBe(true);
});

test('what applies by default to mail about feedback is not stored as chosen, and who had no mail at all has none of it', async () => {
  const { own, grace, workspace } = made;
  const subscription = { userId: grace.userId, portalId: workspace.id };
  const key = { pk: userPartition(grace.userId), sk: `NEWS#${workspace.id}` };
  const chosen = async () => (await getNewsChoice(createReader(workspace.database), subscription)).feedback;
  await commit(workspace.database, [{ update: key, with: { remove: ['mode', 'feedback'] } }]);
  await own.prefer({ kinds: { assigned: { mail: 'each' } } });
  expect(await chosen()).toBeUndefined();
  // As the release before stored it, which had no default for this kind.
  await commit(workspace.database, [putMailMode(subscription, 'off', new Date())]);
  await commit(workspace.database, [{ update: key, with: { remove: ['feedback'] } }]);
  expect(await chosen()).toBe('off');
});
