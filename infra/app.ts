import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApiStack } from './api-stack.ts';
import { bundleFunctions } from './constructs/bundle.ts';
import { environmentConfig } from './config.ts';
import { DataStack } from './data-stack.ts';
import { ProjectionsStack } from './projections-stack.ts';
import { WebhookStack } from './webhook-stack.ts';

await bundleFunctions();

const app = new App();
const environment = process.env['PLOTLINE_ENV'] ?? (app.node.tryGetContext('env') as string | undefined);
const config = environmentConfig(environment ?? 'dev');
const prefix = `Plotline-${config.name}`;

const data = new DataStack(app, `${prefix}-data`, { config });
new ApiStack(app, `${prefix}-api`, { config, table: data.table, secrets: data.secrets });
new ProjectionsStack(app, `${prefix}-projections`, { config, table: data.table });
new WebhookStack(app, `${prefix}-webhooks`, { config, table: data.table, secrets: data.secrets });

Tags.of(app).add('service', 'plotline');
Tags.of(app).add('environment', config.name);
Validations.of(app).addPlugins(new AwsSolutionsChecks());
app.synth();
