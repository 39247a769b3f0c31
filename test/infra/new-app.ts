import { App } from 'aws-cdk-lib';
import { readFileSync } from 'node:fs';

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

/**
 * An app for tests that read templates only, with the context of cdk.json, as the cdk command passes it. The bundles stay
 * where they are: to copy them for each app, and to delete the copies at the end, took more than half of what making a
 * template costs.
 */
export const newApp = (outdir?: string): App =>
  new App({
    ...(outdir && { outdir }),
    postCliContext: { ...context, 'aws:cdk:disable-asset-staging': true },
  });
