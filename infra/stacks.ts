import type { App } from 'aws-cdk-lib';
import { ApiStack } from './api-stack.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';
import { encryptWithOwnKey } from './constructs/customer-key.ts';
import { DashboardStack } from './dashboard-stack.ts';
import { DataStack } from './data-stack.ts';
import { MailStack } from './mail-stack.ts';
import { ProjectionsStack } from './projections-stack.ts';
import { stackNames } from './stack-names.ts';
import { WebhookStack } from './webhook-stack.ts';

/** Adds the stacks of an environment to an app. Nothing in them has a name of its own, so an account takes several. */
export function createStacks(app: App, config: EnvironmentConfig) {
  const names = stackNames(config);
  const { account, region } = config;
  const env = { ...(account && { account }), ...(region && { region }) };
  const data = new DataStack(app, names.data, { config, env });
  const { table, secrets, attachments, alarmTopic, edgeLogs } = data;
  const api = new ApiStack(app, names.api, {
    config,
    table,
    secrets,
    attachments,
    alarmTopic,
    edgeLogs,
    env,
  });
  const mail =
    names.mail === undefined
      ? undefined
      : new MailStack(app, names.mail, {
          config,
          table,
          secrets,
          attachments,
          alarmTopic,
          env,
          baseUrl: api.baseUrl,
        });
  const projections = new ProjectionsStack(app, names.projections, {
    config,
    table,
    secrets,
    attachments,
    alarmTopic,
    env,
  });
  const webhooks = new WebhookStack(app, names.webhooks, { config, table, secrets, alarmTopic, env });
  // What follows the stream is deployed first, so that it knows a new kind of item before one is written. Without a
  // domain, mails have links to the API's own address, which has to exist before.
  const followers = [webhooks, projections, ...(mail && config.domain ? [mail] : [])];
  for (const follower of followers) api.addStackDependency(follower);
  if (mail && config.domain) projections.addStackDependency(mail);
  const stacks = [api, projections, webhooks, ...(mail ? [mail] : [])];
  const dashboard =
    names.dashboard && new DashboardStack(app, names.dashboard, { api: api.api, table, stacks, env });
  if (config.customerManagedKey) encryptWithOwnKey([data, ...stacks], config.removalPolicy);
  return { data, api, projections, webhooks, ...(dashboard && { dashboard }), ...(mail && { mail }) };
}
