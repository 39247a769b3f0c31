import { expect, test } from 'vitest';
import { mailIdOf } from '../../shared/identity/mail/mail.ts';
import type { MailServices } from '../../shared/identity/mail/mail-services.ts';
import { sendMail } from '../../shared/identity/mail/send-mail.ts';
import { newTellingTeam, notificationApi } from '../notifications/notification-api.ts';
import { newMailWorld } from './mail-world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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
    [grace, leaver].map(({ userId }) =>
      sendMail(own, mailIdOf(['digest', userId, workspace.id, sendAt.toISOString()])),
    ),
  );
  expect(outcomes).toEqual(['sent', 'dropped']);
  expect(sent.map(({ subject }) => subject)).toEqual(['News of your workspace']);
});
