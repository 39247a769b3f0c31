import { expect, test } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { mailIdOf } from '../../shared/identity/mail/mail.ts';
import type { MailServices } from '../../shared/identity/mail/mail-services.ts';
import { queueMail } from '../../shared/identity/mail/mail-store.ts';
import { sendMail } from '../../shared/identity/mail/send-mail.ts';
import { newTellingTeam, notificationApi } from '../notifications/notification-api.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newMailWorld } from './mail-world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends the mails of the day of members, a day after they were due. */
async function sendDigests(workspace: TestWorkspace, members: readonly Pick<Person, 'userId'>[]) {
  const sendAt = new Date();
  sendAt.setUTCHours(7, 0, 0, 0);
  if (sendAt <= new Date()) sendAt.setUTCDate(sendAt.getUTCDate() + 1);
  const { services, sent } = await newMailWorld();
  const own: MailServices = {
    ...services,
    database: workspace.database,
    now: () => new Date(sendAt.getTime() + DAY_MS),
  };
  const outcomes = await Promise.all(
    members.map(({ userId }) =>
      sendMail(own, mailIdOf(['digest', userId, workspace.id, sendAt.toISOString()])),
    ),
  );
  return { outcomes, sent };
}

test('a former member gets no mail of the day, and a member does', async () => {
  const { service, workspace, team, stories, grace, told } = await newTellingTeam();
  const leaver = await workspace.person('member', [team]);
  for (const { id, client } of [grace, leaver]) {
    await notificationApi(workspace, client).prefer({ mail: 'daily' });
    await stories.create({ teamId: team.id, assigneeId: id });
  }
  await told();
  await service.queuesIdle();
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, leaver.id))!);

  const { outcomes, sent } = await sendDigests(workspace, [grace, leaver]);
  expect(outcomes).toEqual(['sent', 'dropped']);
  expect(sent.map(({ subject }) => subject)).toEqual(['News of your workspace']);
});

test('a former member of a team is mailed none of its titles, neither at once nor in the mail of the day', async () => {
  const { service, workspace, team, stories, grace, told } = await newTellingTeam();
  const other = await workspace.team();
  const reporter = await workspace.person('member', [other]);
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: grace.id });
  await notificationApi(workspace, grace.client).prefer({ mail: 'daily' });
  const secret = await stories.create({ teamId: team.id, title: 'Layoffs', assigneeId: grace.id });
  const elsewhere = { teamId: other.id, title: 'Boats', assigneeId: grace.id };
  await storyApi(workspace, reporter.client).create(elsewhere);
  await told();
  await service.queuesIdle();
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: grace.id });
  const { outcomes, sent } = await sendDigests(workspace, [grace]);
  expect(outcomes).toEqual(['sent']);
  expect(sent[0]!.text).toContain('Boats');
  expect(sent[0]!.text).not.toContain('Layoffs');

  const { services, sent: alone } = await newMailWorld();
  const mail = {
    to: 'grace@example.com',
    subject: secret.title,
    body: { title: secret.title, paragraphs: [], footer: '' },
    subscription: { userId: grace.userId, portalId: workspace.id },
    workspaceId: workspace.id,
    teamId: team.id,
    reason: ['at once', secret.id],
  };
  // Not before, so that the service's own function leaves it alone.
  const dueAt = new Date(Date.now() + 3_600_000);
  await commit(workspace.database, [queueMail(mail, dueAt, writeConflict)]);
  const sending = { ...services, database: workspace.database, now: () => dueAt };
  expect(await sendMail(sending, mailIdOf(mail.reason))).toBe('dropped');
  expect(alone).toEqual([]);
});
