import { sessionApi } from '../agent-sessions/session-api.ts';
import { newProposal } from '../proposals/proposal-api.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import type { Operation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { exportApi } from '../exports/export-api.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { hookApi } from '../hooks/hook-api.ts';
import { logDelivery } from '../deliveries/delivery-log.ts';
import { receiverUrl, webhookApi } from '../webhooks/webhook-api.ts';
import { timeApi } from '../time-entries/time-api.ts';
import type { Answer, Client } from './client.ts';
import { feedbackApi } from './feedback.ts';
import { newNotification } from '../notifications/notification-api.ts';
import { planningApi } from './planning.ts';
import { dayFromNow, recurringApi } from '../recurring-stories/recurring-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { newEndedJob } from '../change-sets/new-revert-job.ts';
import { sampleRequest, type Ids } from './sample.ts';
import { createStoryAs, newKey, newWorkspace } from './workspace.ts';

/** A workspace with one of everything that a path or a body can name, in a private team. */
export async function newFullWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team({ private: true });
  const [owner, colleague] = [
    await workspace.person('admin', [team]),
    await workspace.person('member', [team]),
  ];
  const story = await createStoryAs(owner.client, workspace, { teamId: team.id });
  const related = await createStoryAs(owner.client, workspace, { teamId: team.id });
  const relation = await owner.client.post(`${workspace.path}/stories/${story.id}/relations`, {
    type: 'relates_to',
    relatedStoryId: related.id,
  });
  const link = await owner.client.post(`${workspace.path}/stories/${story.id}/links`, {
    url: 'https://example.com/private',
  });
  const attachment = await attachmentApi(workspace, owner.client).attach(story);
  const timeEntry = await timeApi(workspace, owner.client).log(story);
  const view = await owner.client.post(`${workspace.path}/views`, {
    name: 'Of the team',
    visibility: 'team',
    teamId: team.id,
  });
  const fields = { workspaceId: workspace.id, teamId: team.id, name: 'Private', color: '#4f46e5' };
  const label = await workspace.operator.createLabel(fields);
  const customField = await owner.client.post(`${workspace.path}/custom-fields`, {
    name: 'Private',
    type: 'text',
    teamId: team.id,
  });
  const recurring = await recurringApi(workspace, owner.client).create({
    teamId: team.id,
    startDate: dayFromNow(9),
  });
  const template = await templateApi(workspace, owner.client).create({ teamId: team.id });
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const comment = (await owner.client.post(path, { content: 'A comment' })).json.data;
  const plan = planningApi(workspace, owner.client);
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team)];
  const keyResult = await plan.keyResult(objective);
  const written = await plan.updatesOf(objective).write();
  await owner.client.request('PUT', `${workspace.path}/teams/${team.id}/sprint-cadence`, {
    body: { enabled: false, lengthWeeks: 1, startsOn: 'monday', timeZone: 'UTC' },
  });
  await switchIntakeOn(workspace, owner.client, team);
  await owner.client.request('POST', `${workspace.path}/teams/${team.id}/triage-address`);
  const token = await workspace.tokenFor(colleague.id);
  const feedback = feedbackApi(workspace, owner.client);
  const portal = await feedback.portal();
  const into = await feedback.item(portal, { title: 'Another' });
  const item = await feedback.item(portal);
  const image = await feedback.image(portal);
  const said = await feedback.comment(portal, item, owner);
  const votes = `${feedback.pathOf(portal)}/items/${item.id}/votes`;
  const reactions = `${feedback.pathOf(portal)}/items/${item.id}/reactions`;
  const reaction = await owner.client.post(reactions, { feedbackCommentId: said.id, kind: 'heart' });
  const vote = await owner.client.post(votes, { email: `${newKey()}@example.com`, name: 'Mia' });
  const update = await feedback.update(portal);
  const account = await workspace.serviceAccount([team]);
  const keys = await workspace.operator.listTokens(workspace.id, account.id);
  const called = await createStoryAs(owner.client, workspace, { teamId: team.id, assigneeId: account.id });
  const session = await sessionApi(workspace, owner.client).on(called);
  const identityProviderId = `main-${newKey().slice(0, 8)}`;
  const changeSetId = newKey();
  await owner.client.post(path, { content: 'In a change set' }, { 'change-set': changeSetId });
  await changeSetApi(workspace, owner.client).of(changeSetId, 1);
  await owner.client.request('PUT', `${workspace.path}/identity-providers/${identityProviderId}`, {
    body: {
      issuer: 'https://login.example.com',
      audience: 'https://plotline.example.com',
      emailDomains: ['example.com'],
    },
  });
  const webhook = await webhookApi(workspace, owner.client).create();
  const rule = await ruleApi(workspace, owner.client).create({
    teamId: team.id,
    enabled: false,
    on: ['story.created'],
    then: [{ operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Private' } }],
  });
  const hook = await hookApi(workspace, owner.client).create({
    serviceAccountId: account.id,
    rules: [{ teamId: team.id }],
  });
  const exports = exportApi(workspace, owner.client);
  const made = await exports.ended((await exports.create()).id);
  const delivery = await logDelivery(workspace.database, webhook);
  const times = `${workspace.path}/members/${colleague.id}`;
  const days = { startDate: '2026-12-24', endDate: '2026-12-31' };
  const timeOff = await owner.client.post(`${times}/time-off`, days);
  const busyTime = await owner.client.post(`${times}/busy`, days);
  const busyFeed = await owner.client.post(`${times}/busy-feeds`, { url: receiverUrl });
  const calendarFeed = await owner.client.post(`${workspace.path}/calendar-feeds`, { kind: 'my_schedule' });
  const ids: Ids = {
    workspaceId: workspace.id,
    teamId: team.id,
    storyId: story.id,
    reference: story.reference,
    relatedStoryId: related.id,
    relationId: relation.json.data.id,
    agentSessionId: session.id,
    linkId: link.json.data.id,
    attachmentId: attachment.id,
    timeEntryId: timeEntry.id,
    viewId: view.json.data.id,
    notificationId: await newNotification(workspace, owner, story.id),
    commentId: comment.id,
    memberId: colleague.id,
    principalId: colleague.id,
    timeOffId: timeOff.json.data.id,
    busyTimeId: busyTime.json.data.id,
    busyFeedId: busyFeed.json.data.id,
    calendarFeedId: calendarFeed.json.data.id,
    labelId: label.id,
    customFieldId: customField.json.data.id,
    storyTemplateId: template.id,
    recurringStoryId: recurring.id,
    tokenId: token.credential.id,
    serviceAccountId: account.id,
    identityProviderId,
    changeSetId,
    proposalId: await newProposal(
      workspace,
      team,
      await workspace.clientFor(colleague.id, { writes: 'proposed' }),
    ),
    jobId: await newEndedJob(workspace, owner.id, changeSetId),
    keyId: keys[0]!.id,
    statusId: story.statusId,
    sprintId: sprint.id,
    objectiveId: objective.id,
    keyResultId: keyResult.id,
    objectiveUpdateId: written.id,
    portalId: portal.id,
    boardId: portal.boards[0]!.id,
    itemId: item.id,
    intoItemId: into.id,
    reactionId: reaction.json.data.id,
    voteId: vote.json.data.id,
    visitorId: await feedback.visitor(),
    imageId: image.id,
    feedbackCommentId: said.id,
    updateId: update.id,
    hookId: hook.id,
    ruleId: rule.id,
    exportId: made.id,
    fileName: 'manifest.json',
    webhookId: webhook.id,
    deliveryId: delivery.id,
  };
  /** Who calls an operation that serves them: the owner, or an agent where it serves no people. */
  const callerOf = ({ principals }: { principals: readonly string[] }) =>
    principals.includes('user') ? owner.client : account.client;
  return { workspace, team, owner, ids, callerOf };
}

/** Calls an operation with a request that its schemas take, on the things named by `ids`. */
export function sendSample(
  client: Client,
  operation: Operation,
  ids: Ids,
  { query = {}, fields = {} }: { query?: Record<string, string>; fields?: object } = {},
): Promise<Answer> {
  const { path, query: required, body } = sampleRequest(operation, ids);
  const headers = { 'idempotency-key': newKey() };
  return client.request(operation.method, path, {
    ...(body === undefined ? {} : { body: { ...body, ...fields } }),
    headers,
    query: { ...required, ...query },
  });
}

/** The status and the error code of an answer; of a bulk answer those of its first item. */
export function outcomeOf({ status, json }: Answer): [number, string | undefined] {
  const item = status === 200 ? json.data?.items?.[0] : undefined;
  return [item?.httpStatus ?? status, (item ?? json).error?.code];
}
