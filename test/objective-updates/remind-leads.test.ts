import { queueUserMail } from '../../shared/identity/mail/queue-user-mail.ts';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { findDueMails, getPendingMail } from '../../shared/identity/mail/mail-store.ts';
import { remindLeads } from '../../shared/planning/objective-updates/remind-leads.ts';
import { planningApi } from '../support/planning.ts';
import { workerService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person } from '../support/workspace.ts';

const { service } = await workerService();
const EVERY_DAYS = 7;

/** A team that wants an update each week, with the lead of its objectives. */
async function newTeamWithReminders() {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const lead = await workspace.person('member', [team]);
  const path = `${workspace.path}/teams/${team.id}`;
  const change = async (fields: object) => {
    const { updatedAt: expectedUpdatedAt } = (await admin.client.get(path)).json.data;
    return await admin.client.patch(path, { expectedUpdatedAt, ...fields });
  };
  expect((await change({ updateEveryDays: EVERY_DAYS })).json.data.updateEveryDays).toBe(EVERY_DAYS);
  const { database } = workspace;
  const plan = planningApi(workspace, admin.client);
  return {
    workspace,
    team,
    admin,
    lead,
    plan,
    change,
    objective: (fields: object = {}) => plan.objective(team, { name: 'Win', leadUserId: lead.id, ...fields }),
    /** Does the job as it runs some days after a time. */
    remind: (from: string, days: number) =>
      remindLeads({ database, now: new Date(Date.parse(from) + days * DAY_MS), queueUserMail }, team.id),
    /** The reminders that a person was queued; news of an update may come between them. */
    mailsTo: async ({ id }: Person) => {
      const read = createReader(database);
      const address = await addressOf(workspace, id);
      const ids = await findDueMails(read, new Date('2100-01-01'), 1_000);
      const mails = await Promise.all(ids.map((mail) => getPendingMail(read, mail)));
      const contents = mails.flatMap((mail) => (mail?.content.to === address ? [mail.content] : []));
      return contents.filter(({ subject }) => subject.startsWith('How is'));
    },
  };
}

test('the lead of an objective without a new update is mailed once for each time that has passed', async () => {
  const { objective, lead, admin, remind, mailsTo } = await newTeamWithReminders();
  const { createdAt } = await objective();
  await remind(createdAt, EVERY_DAYS - 0.01);
  expect(await mailsTo(lead)).toEqual([]);

  await Promise.all([1, 2, 3].map(() => remind(createdAt, EVERY_DAYS)));
  await remind(createdAt, EVERY_DAYS + 1);
  const [first, ...others] = await mailsTo(lead);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    subject: 'How is “Win” going?',
    subscription: { portalId: expect.any(String) },
  });
  expect(first!.body.footer).toContain('wants an update every 7 days.');

  // After an outage of weeks there is one mail, for the last of them.
  await remind(createdAt, 5 * EVERY_DAYS + 1);
  expect(await mailsTo(lead)).toHaveLength(2);
  expect(await mailsTo(admin)).toEqual([]);
});

test('an update puts off the reminder, and the job looks again when the next is due', async () => {
  const { objective, plan, lead, remind, mailsTo } = await newTeamWithReminders();
  const made = await objective();
  const { createdAt } = await plan.updatesOf(made).write();
  const next = await remind(createdAt, EVERY_DAYS - 0.5);
  expect(next!.getTime()).toBe(Date.parse(createdAt) + EVERY_DAYS * DAY_MS);
  expect(await mailsTo(lead)).toEqual([]);
  await remind(createdAt, EVERY_DAYS);
  const [mail] = await mailsTo(lead);
  expect(mail!.body.paragraphs[0]).toContain('is 7 days old or older.');
});

test('an objective without a lead has its creator asked, and one that is over or not begun has no one asked', async () => {
  const { workspace, plan, team, admin, lead, objective, remind, mailsTo } = await newTeamWithReminders();
  const { createdAt } = await plan.objective(team, { name: 'Led by nobody' });
  const statuses = (await admin.client.get(`${workspace.path}/statuses`, { appliesTo: 'objective' })).json
    .data;
  const statusId = statuses.find(({ category }: { category: string }) => category === 'completed').id;
  await objective({ statusId });
  await objective({ startDate: new Date(Date.now() + 30 * DAY_MS).toISOString() });
  await remind(createdAt, EVERY_DAYS + 1);
  expect((await mailsTo(admin)).map(({ subject }) => subject)).toEqual(['How is “Led by nobody” going?']);
  expect(await mailsTo(lead)).toEqual([]);
});

test('a lead who has left the team gets no mail', async () => {
  const { workspace, team, objective, lead, remind, mailsTo } = await newTeamWithReminders();
  const { createdAt } = await objective();
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: lead.id });
  await remind(createdAt, EVERY_DAYS);
  expect(await mailsTo(lead)).toEqual([]);
});

test('setting a team to reminders wakes the job, which ends once it wants none', async () => {
  const { workspace, team, change, remind } = await newTeamWithReminders();
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  const job = { name: 'update_reminders', ownerId: team.id } as const;
  const { dueAt } = await getJob(createReader(workspace.database), job);
  expect(Date.parse(dueAt!)).toBeGreaterThan(Date.now() + DAY_MS / 2);
  expect((await change({ clearFields: ['updateEveryDays'] })).json.data.updateEveryDays).toBeNull();
  expect(await remind(new Date().toISOString(), 1)).toBeUndefined();
  expect((await change({ updateEveryDays: 91 })).status).toBe(400);
});
