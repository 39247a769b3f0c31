import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from './constructs/bundle.ts';
import { selectEnvironment } from './config.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';
import { environmentTags } from './constructs/environment-tags.ts';
import { createStacks } from './stacks.ts';

const app = new App();
const context = (key: string) => app.node.tryGetContext(key) as string | undefined;
const config = selectOrExit();

await bundleFunctions();
createStacks(app, config);
for (const [name, value] of Object.entries(environmentTags(config))) Tags.of(app).add(name, value);
Validations.of(app).addPlugins(new AwsSolutionsChecks());
app.synth();

/** A mistake in the settings is printed as a sentence, without a stack. */
function selectOrExit(): EnvironmentConfig {
  try {
    return selectEnvironment(process.env['PLOTLINE_ENV'], { env: context('env'), copy: context('copy') });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
